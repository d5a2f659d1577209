package tailgate.server.listen;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.connection.Arrival;
import tailgate.server.connection.Connection;

/**
 * The connections of a reactor whose clients, as the sweeper has found, have been silent for too
 * long. The reactor takes them, serves all clients from whom bytes have arrived, and ends the waits
 * of the others. So no client is blamed for a reactor that was late.
 *
 * <p>{@link #add} is thread-safe; the rest is confined to the reactor's thread.
 */
final class OverdueWaits {

  private static final Logger LOG = SafeLogger.of(OverdueWaits.class);

  private final Queue<Registration> reported = new ConcurrentLinkedQueue<>();
  private final Queue<Registration> taken = new ArrayDeque<>();
  private final Dispatcher dispatcher;
  private final LongSupplier clock;

  /**
   * Creates a collection without waits.
   *
   * @param dispatcher gets the connections that are answered with 408
   * @param clock when they are dispatched, in nanoseconds
   */
  OverdueWaits(Dispatcher dispatcher, LongSupplier clock) {
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  void add(Registration registration) {
    reported.add(registration);
  }

  /** Whether nothing was added since the last take. */
  boolean isEmpty() {
    return reported.isEmpty();
  }

  /** Takes what was added. */
  void take() {
    for (Registration each = reported.poll(); each != null; each = reported.poll()) {
      each.overdueSeen();
      taken.add(each);
    }
  }

  /** Ends the waits that were taken and are still overdue. */
  void endTaken() {
    for (Registration each = taken.poll(); each != null; each = taken.poll()) {
      try {
        end(each);
      } catch (Throwable t) {
        each.connection().abort();
        LOG.error("closed a connection", t);
      }
    }
  }

  private void end(Registration registration) {
    Connection connection = registration.connection();
    if (!registration.isWatched() || !connection.isOverdue()) {
      connection.spare();
      return;
    }
    // The select has served others meanwhile, and reports a limited number of keys: looks again.
    Arrival arrival = connection.awaitsRoom() ? Arrival.NOTHING : connection.receive();
    if (arrival == Arrival.SOMETHING) {
      connection.spare();
    } else if (arrival == Arrival.NOTHING) {
      arrival = connection.endWait();
    }
    if (arrival == Arrival.SOMETHING) {
      connection.dispatched(clock.getAsLong());
      registration.dispatched();
      dispatcher.dispatch(registration);
    } else {
      registration.cancel();
    }
  }
}
