package tailgate.server;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import tailgate.http.DateField;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.Limits;

/**
 * What all connections of a server share.
 *
 * @param keepAlive whether a connection may carry more than one request
 * @param clock nanoseconds, for deadlines
 * @param draining whether the server is stopping: nothing new begins
 * @param observation who hears of requests
 */
record ConnectionContext(
    Handler handler,
    ErrorPages errorPages,
    Limits limits,
    Timeouts timeouts,
    boolean keepAlive,
    DateField date,
    LongSupplier clock,
    BooleanSupplier draining,
    BufferPool buffers,
    Connections connections,
    Lingerer lingerer,
    ServerCounters counters,
    Observation observation) {

  long headNanos() {
    return timeouts.head().toNanos();
  }

  long bodyNanos() {
    return timeouts.body().toNanos();
  }

  long idleNanos() {
    return timeouts.idle().toNanos();
  }

  long writeNanos() {
    return timeouts.write().toNanos();
  }
}
