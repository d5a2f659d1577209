package tailgate.trace;

import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tailgate.http.Request;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ObservedRequest;
import tailgate.server.observe.RequestObserver;

/**
 * Emits the flight recorder (JFR) events of one connection.
 *
 * <p>Without a recording, a request costs three checks of a flag and no allocation. With a
 * recording, the event begins when the request arrived, see {@link Report}, so its duration
 * includes the queue wait. Requests that arrived together have the same beginning. The target is
 * copied as octets. It becomes a String only if the event is longer than the threshold.
 *
 * <p>A connection that is rejected with 503 before a worker reads from it also gets an event, which
 * is all queue wait. It has no target, and does not count as a request of the connection.
 *
 * <p><b>Where duration and total differ.</b> With dispatch by connection, the event of the first
 * request begins with the connection, which waited for its thread. Its duration includes the time
 * before the client sent the request. {@code total} does not.
 *
 * <p>Confined to the owner of the connection.
 */
public final class JfrObserver implements RequestObserver {

  /** Creates one observer for each connection, also without a recording. */
  private static final class Observers implements Observation.Observers {

    @Override
    public RequestObserver of(SocketChannel channel) {
      return new JfrObserver(channel);
    }

    @Override
    public void reported(long nanos) {
      if (RecordingState.takesRequests()) {
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

  private static final byte[] NONE = {};

  /** The last report of each reactor's thread. */
  private static final ThreadLocal<Report> LATEST = new ThreadLocal<>();

  private final @Nullable ConnectionEvent connection;

  /** The event of the current request; null without a recording. */
  private @Nullable RequestEvent request;

  private byte[] target = NONE;

  /** Number of octets in the target; negative if there is none. */
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

  public static Observation.Observers observers() {
    return new Observers();
  }

  @Override
  public void arrived(long nanos) {
    request = RecordingState.takesRequests() ? eventBegunAt(nanos) : null;
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
      answered.lendTarget(this::copyTarget);
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
