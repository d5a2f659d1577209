package tailgate.server;

import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import tailgate.http.DateField;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.Limits;
import tailgate.server.ServerCounters.Overload;

/**
 * What all connections of a server share.
 *
 * @param keepAlive whether a connection may carry more than one request
 * @param clock nanoseconds, for deadlines
 * @param draining whether the server is stopping: nothing new begins
 * @param handlerTrouble who hears of a handler that throws
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
    LingeringClose lingeringClose,
    ServerCounters counters,
    HandlerErrorLog handlerErrorLog,
    Observation observation) {

  /**
   * Answers 503 to a connection that nobody has time for, at once and without a worker. It is to
   * linger next.
   *
   * @return bytes that the socket took
   */
  long refuse(SocketChannel channel, Overload cause) {
    counters.overloads.increment(cause);
    long sent = lingeringClose.refuse(channel);
    counters.bytesSent.add(sent);
    return sent;
  }

  /**
   * One connection more than there may be: it ends before it is one. Whatever is thrown, an
   * observer's mistake or for want of memory, the socket does not stay open.
   */
  void reject(SocketChannel channel) {
    try {
      var timing = new RequestTiming(channel, observation);
      timing.handedOver(timing.now());
      timing.rejected(refuse(channel, Overload.CONNECTIONS));
      timing.close(0);
    } catch (Throwable t) {
      LingeringClose.close(channel);
      throw t;
    }
    lingeringClose.linger(channel);
  }

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
