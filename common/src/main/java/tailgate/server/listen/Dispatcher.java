package tailgate.server.listen;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Gives a reactor's connections to the executor, and rejects with 503 those that the executor does
 * not take. In the middle of a response this is impossible; then the dispatch is postponed and
 * tried again.
 *
 * <p>With {@code --overload reject}, a pool throws when its queue is full. With {@code block}, the
 * default, it lets the reactor wait for room in {@code execute}. It then throws only if it is shut
 * down, if the reactor is interrupted because the server stops, or an OutOfMemoryError.
 *
 * <p>Confined to the reactor's thread, except for the flag. Tests: DispatcherTest.
 */
final class Dispatcher {

  private static final Logger LOG = SafeLogger.of(Dispatcher.class);

  private final Executor executor;

  /** Connections in the middle of a response, whose dispatch is tried again. */
  private final Deque<Registration> postponed = new ArrayDeque<>();

  /** Whether there are postponed connections. Written here, read by other threads. */
  private final AtomicBoolean postponing;

  Dispatcher(Executor executor, AtomicBoolean postponing) {
    this.executor = executor;
    this.postponing = postponing;
  }

  /**
   * Dispatches a connection that is marked as dispatched. If this fails, the connection is closed,
   * or, in the middle of a response, postponed.
   */
  void dispatch(Registration registration) {
    try {
      executor.execute(registration);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("cannot dispatch", e);
      reject(registration);
    } catch (Throwable t) {
      abort(registration, t);
    }
  }

  private void reject(Registration registration) {
    try {
      if (registration.connection().reject()) {
        registration.cancel();
      } else {
        postponed.add(registration);
        postponing.set(true);
      }
    } catch (Throwable t) {
      abort(registration, t);
    }
  }

  /** Closes a connection that could not be dispatched: nobody would ever serve it again. */
  private static void abort(Registration registration, Throwable cause) {
    registration.connection().abort();
    LOG.error("closed a connection", cause);
  }

  /** Tries the postponed ones again, in their order, until the executor has no room. */
  void retry() {
    try {
      boolean room = true;
      while (room && !postponed.isEmpty()) {
        room = retry(postponed.remove());
      }
    } finally {
      postponing.set(!postponed.isEmpty()); // if even abort() threw, there may be more
    }
  }

  private boolean retry(Registration first) {
    try {
      executor.execute(first);
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      postponed.addFirst(first);
      return false;
    } catch (Throwable t) {
      abort(first, t);
      return true;
    }
  }
}
