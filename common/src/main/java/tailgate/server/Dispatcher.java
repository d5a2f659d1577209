package tailgate.server;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands a reactor's connections to the executor, and deals with those for which that has no room.
 * They are turned away, but in the middle of a response they cannot be; those are tried again.
 *
 * <p>Confined to the reactor's thread, but for {@link #isPostponing}.
 */
final class Dispatcher {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final Executor executor;

  /** In the middle of a response, and so to be tried again. */
  private final Queue<Watch> postponed = new ArrayDeque<>();

  /** Whether there are such. Volatile: written here, read by others. */
  private volatile boolean postponing;

  Dispatcher(Executor executor) {
    this.executor = executor;
  }

  /** Hands over a connection that is already marked as away. Whatever goes wrong is its end. */
  void dispatch(Watch watch) {
    try {
      execute(watch);
    } catch (Throwable t) { // not handed over, it would never be looked at again
      LOG.error("closing a connection", t);
      watch.connection().abort();
    }
  }

  private void execute(Watch watch) {
    try {
      executor.execute(watch);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("cannot dispatch", e);
      turnAway(watch);
    }
  }

  private void turnAway(Watch watch) {
    if (watch.connection().turnAway()) {
      watch.cancel();
    } else {
      postponed.add(watch);
      postponing = true;
    }
  }

  boolean isPostponing() {
    return postponing;
  }

  /** Tries those again that were postponed, once each. */
  void retry() {
    try {
      for (int left = postponed.size(); left > 0; left--) {
        Watch watch = postponed.remove();
        watch.awayMuted();
        dispatch(watch);
      }
    } finally {
      postponing = !postponed.isEmpty(); // there may be more where one could not even be aborted
    }
  }
}
