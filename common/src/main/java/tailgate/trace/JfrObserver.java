package tailgate.trace;

import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tailgate.http.OctetSink;
import tailgate.http.Request;
import tailgate.server.Exchange;
import tailgate.server.Observation;
import tailgate.server.RequestObserver;

/**
 * The events of one connection in the flight recorder (JFR).
 *
 * <p>While nobody records, a request costs three looks at a flag and no garbage. While somebody
 * does, its event begins when it was there, see {@link ReportedEvents}, so that the duration
 * includes the queue wait. Requests that arrived together have the same begin. The target is copied
 * as octets, and becomes a String only for an event that is longer than the threshold.
 *
 * <p>What is turned away with a 503 before a worker saw it is an event too, all queue wait. It has
 * no target, and is none of the connection's requests.
 *
 * <p><b>Where duration is not total.</b> With dispatch by connection the first request of a
 * connection begins with the connection, as that waited for its thread; its duration has in it the
 * time in which the client had not sent it yet. {@code total} is right.
 *
 * <p>Confined to the owner of the connection.
 */
public final class JfrObserver implements RequestObserver {

  /** Makes one for each connection; nobody who records is needed for that. */
  private static final class Observers implements Observation.Observers {

    @Override
    public RequestObserver of(SocketChannel channel) {
      return new JfrObserver(channel);
    }

    @Override
    public void reported(long nanos) {
      ReportedEvents.report(nanos);
    }
  }

  private final @Nullable ConnectionEvent connection;
  private final OctetSink copied = this::copyTarget;

  /** Of the request at hand; null while nobody records. */
  private @Nullable RequestEvent request;

  private byte[] target = {};

  /** Octets of the target; negative where there is none. */
  private int targetLength = -1;

  private long requests;
  private long sentBytes;

  private JfrObserver(SocketChannel channel) {
    if (RecordingState.takesConnections()) {
      connection = new ConnectionEvent();
      connection.remoteAddress = RemoteAddress.of(channel);
      connection.begin();
    } else {
      connection = null;
    }
  }

  /** Those of one server. */
  public static Observation.Observers observers() {
    return new Observers();
  }

  @Override
  public void arrived(long nanos) {
    request = RecordingState.takesRequests() ? eventBegunAt(nanos) : null;
  }

  private RequestEvent eventBegunAt(long nanos) {
    RequestEvent begun = ReportedEvents.begunAt(nanos);
    if (begun == null) {
      begun = new RequestEvent();
      begun.begin();
    }
    return begun;
  }

  @Override
  public void begun(Exchange exchange) {
    targetLength = -1;
  }

  @Override
  public void answered(Exchange exchange, Request answered) {
    if (request != null) {
      answered.lendTarget(copied);
    }
  }

  @Override
  public void ended(Exchange exchange) {
    requests++;
    record(exchange);
  }

  @Override
  public void turnedAway(Exchange exchange) {
    targetLength = -1;
    record(exchange);
  }

  private void record(Exchange exchange) {
    sentBytes += exchange.sentBytes();
    RequestEvent event = request;
    if (event != null) {
      event.end();
      if (event.shouldCommit()) {
        commit(event, exchange);
      }
    }
  }

  private void commit(RequestEvent event, Exchange exchange) {
    event.method = exchange.method() == null ? null : exchange.method().name();
    event.target =
        targetLength < 0 ? null : new String(target, 0, targetLength, StandardCharsets.US_ASCII);
    event.status = exchange.status().code();
    event.bytes = exchange.contentSent();
    event.queueWait = exchange.queueWaitNanos();
    event.serviceTime = exchange.serviceNanos();
    event.total = exchange.totalNanos();
    event.commit();
  }

  @Override
  public void closed() {
    if (connection != null) {
      connection.end();
      connection.requests = requests;
      connection.bytes = sentBytes;
      connection.commit();
    }
  }

  private void copyTarget(byte[] octets, int from, int to) {
    targetLength = to - from;
    if (target.length < targetLength) {
      target = new byte[targetLength];
    }
    System.arraycopy(octets, from, target, 0, targetLength);
  }
}
