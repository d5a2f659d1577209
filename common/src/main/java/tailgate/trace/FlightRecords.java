package tailgate.trace;

import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tailgate.http.OctetSink;
import tailgate.http.Request;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ObservedRequest;
import tailgate.server.observe.RequestObserver;

/**
 * The events of one connection in the flight recorder (JFR).
 *
 * <p>While nobody records, a request costs three reads of a flag and no garbage. While a recorder
 * runs, the event of a request begins when the request arrived, see {@link Report}, so its duration
 * includes the queue wait. Requests that arrived together have the same begin. The target is copied
 * as octets, and becomes a String only for an event that is longer than the threshold.
 *
 * <p>A connection that is rejected with a 503 is an event too, and all of it is queue wait. It has
 * no target, and does not count as a request of the connection.
 *
 * <p><b>Where duration is not total.</b> With dispatch by connection, the first request of a
 * connection begins with the connection, because that waited for its thread. Its duration includes
 * the time in which the client had not sent it yet. {@code total} is right.
 *
 * <p>Confined to the owner of the connection.
 */
public final class FlightRecords implements RequestObserver {

  /** Makes one for each connection; nobody who records is needed for that. */
  private static final class Observers implements Observation.Observers {

    @Override
    public RequestObserver of(SocketChannel channel) {
      return new FlightRecords(channel);
    }

    @Override
    public void reported(long nanos) {
      if (Recorder.takesRequests()) {
        var event = new RequestEvent();
        event.begin();
        LATEST.set(new Report(nanos, event));
      }
    }
  }

  /**
   * An event that a reactor began when its selector last reported something.
   *
   * <p>An event can only begin now, not in the past. But a request that is dispatched now may have
   * arrived long ago: the requests that were reported before it came first, and each was answered
   * (on an event loop) or had to wait for room in the queue of a pool. So one event begins in time,
   * for all that was reported together, and each request takes a copy of it.
   *
   * @param nanos when, by the observation's clock
   */
  private record Report(long nanos, RequestEvent begun) {}

  /** The last report of each reactor's thread. */
  private static final ThreadLocal<Report> LATEST = new ThreadLocal<>();

  private final @Nullable ConnectionEvent connection;
  private final OctetSink copied = this::copyTarget;

  /** Of the request at hand; null while nobody records. */
  private @Nullable RequestEvent request;

  private byte[] target = {};

  /** Octets of the target; negative where there is none. */
  private int targetLength = -1;

  private long requests;
  private long sentBytes;

  private FlightRecords(SocketChannel channel) {
    if (Recorder.takesConnections()) {
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
    request = Recorder.takesRequests() ? eventBegunAt(nanos) : null;
  }

  private static RequestEvent eventBegunAt(long nanos) {
    Report report = LATEST.get();
    if (report != null && report.nanos == nanos) {
      return report.begun.copy();
    }
    var begun = new RequestEvent(); // this thread is no reactor, or nobody recorded then
    begun.begin();
    return begun;
  }

  @Override
  public void begun(ObservedRequest observed) {
    targetLength = -1;
  }

  @Override
  public void answered(ObservedRequest observed, Request answered) {
    if (request != null) {
      answered.lendTarget(copied);
    }
  }

  @Override
  public void ended(ObservedRequest observed) {
    requests++;
    record(observed);
  }

  @Override
  public void rejected(ObservedRequest observed) {
    targetLength = -1;
    record(observed);
  }

  private void record(ObservedRequest observed) {
    sentBytes += observed.sentBytes();
    RequestEvent event = request;
    if (event != null) {
      event.end();
      if (event.shouldCommit()) {
        commit(event, observed);
      }
    }
  }

  private void commit(RequestEvent event, ObservedRequest observed) {
    event.method = observed.method() == null ? null : observed.method().name();
    event.target =
        targetLength < 0 ? null : new String(target, 0, targetLength, StandardCharsets.US_ASCII);
    event.status = observed.status().code();
    event.bytes = observed.contentSent();
    event.queueWait = observed.queueWaitNanos();
    event.serviceTime = observed.serviceNanos();
    event.total = observed.totalNanos();
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
