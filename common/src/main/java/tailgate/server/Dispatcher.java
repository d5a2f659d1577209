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
  private final Queue<Registration> postponed = new ArrayDeque<>();

  /** Whether there are such. Volatile: written here, read by others. */
  private volatile boolean postponing;

  Dispatcher(Executor executor) {
    this.executor = executor;
  }

  /** Hands over a connection that is already marked as away. Whatever goes wrong is its end. */
  void dispatch(Registration registration) {
    try {
      execute(registration);
    } catch (Throwable t) { // not handed over, it would never be looked at again
      LOG.error("closing a connection", t);
      registration.connection().abort();
    }
  }

  private void execute(Registration registration) {
    try {
      executor.execute(registration);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("cannot dispatch", e);
      reject(registration);
    }
  }

  private void reject(Registration registration) {
    if (registration.connection().reject()) {
      registration.cancel();
    } else {
      postponed.add(registration);
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
        Registration registration = postponed.remove();
        registration.dispatchedMuted();
        dispatch(registration);
      }
    } finally {
      postponing = !postponed.isEmpty(); // there may be more where one could not even be aborted
    }
  }
}
