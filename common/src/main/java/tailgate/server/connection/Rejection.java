package tailgate.server.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import tailgate.http.DateField;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.log.SafeLogger;
import tailgate.queue.Lateness;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.Overload;

/**
 * Answers 503 with Retry-After to a connection that gets no worker: at once, without blocking, and
 * without an error page, because to find one may block. Thread-safe.
 */
final class Rejection {

  private static final Logger LOG = SafeLogger.of(Rejection.class);
  private static final String RETRY_AFTER_SECONDS = "1";

  static final Response RESPONSE =
      Response.status(Status.SERVICE_UNAVAILABLE).field("Retry-After", RETRY_AFTER_SECONDS).empty();

  private final DateField date;
  private final ServerCounters counters;

  Rejection(DateField date, ServerCounters counters) {
    this.date = date;
    this.counters = counters;
  }

  /** What a lateness is counted as. */
  static Overload cause(Lateness lateness) {
    return switch (lateness) {
      case CODEL -> Overload.CODEL;
      case DEADLINE -> Overload.DEADLINE;
      case ADMISSION -> Overload.ADMISSION;
    };
  }

  /** Sends the 503, counts it, and tells observers. The caller ends the connection. */
  void send(SocketChannel channel, RequestTiming timing, Overload cause) {
    counters.count(cause);
    long sent = write(channel);
    counters.countSent(sent);
    timing.rejected(sent);
  }

  /** Bytes that the socket took; 0 if it is broken. */
  private long write(SocketChannel channel) {
    try {
      channel.configureBlocking(false);
      ByteBuffer out = ByteBuffer.allocate(RESPONSE.headLength());
      RESPONSE.putHead(out, date, Response.Persistence.CLOSE);
      return channel.write(out.flip()); // nothing was sent before, so there is room for it
    } catch (IOException e) {
      LOG.debug("cannot reject a connection", e);
      return 0;
    }
  }
}
