package tailgate.server.observe;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.Method;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.metrics.RequestMetrics;

/**
 * Takes the times of a connection's requests, one after the other, adds them to the {@link
 * RequestMetrics}, and notifies the connection's {@link RequestObserver}.
 *
 * <pre>
 *   dispatched  taken               begin          answered             end
 *       |--------|------ ... --------|----------------|------------------|
 *       |    queue wait, and the     |             service               |
 *       |  time of those before it   |                                   |
 *       |<---------------------------- total --------------------------->|
 * </pre>
 *
 * <p><b>When a request arrives.</b> Dispatch by request: when the selector reported its last bytes.
 * So the time that the request waited for the reactor is included. This matters most if the reactor
 * also does the work. Bytes that the worker read itself arrived when it read them. Dispatch by
 * connection: when the connection's thread had read its last bytes. The time that the connection
 * waited for its thread is added to the wait of the first request. Pipelined requests that came
 * together arrived at the same time, and each waits for those before it.
 *
 * <p><b>When a request ends.</b> When the kernel has taken the last byte of the response, so a
 * client that reads slowly makes the service time longer. If responses to pipelined requests leave
 * together, each but the last ends when the next begins.
 *
 * <p>The clock is read at most three times for a request: when it is dispatched (once for all that
 * the selector reported together), when it is taken or read, and when it ends. A request before
 * which others have their turn costs one or two more.
 *
 * <p>Confined to the owner of the connection.
 */
public final class RequestTiming implements ObservedRequest {

  private final LongSupplier clock;
  private final @Nullable RequestMetrics metrics;
  private final RequestObserver observer;
  private final boolean serverTiming;

  /** Whether the request has begun and not ended. */
  private boolean open;

  private long dispatchedNanos;

  /** The wait for the worker that was not yet added to a request. */
  private long owedNanos;

  /** When the bytes that are being parsed arrived. */
  private long arrivedNanos;

  /** When the last turn ended, with the next request there. */
  private long turnEndNanos;

  /** The time from which the owner could have begun with the next request. */
  private long readyNanos;

  // Of the present request.

  private long begunNanos;
  private long queueWaitNanos;
  private long serviceNanos;
  private @Nullable Method method;
  private Status status = Status.INTERNAL_SERVER_ERROR;
  private long contentLength;
  private long contentSent;
  private long sentBytes;

  /** What is known of the thread that serves it; null if nobody asks, or if it is virtual. */
  private @Nullable RunQueueWait runQueue;

  /** The most that this thread had waited for a processor when it began; negative if unknown. */
  private long runQueueNanos;

  /** The timing of one connection; makes the connection's observer. */
  public RequestTiming(SocketChannel channel, Observation observation) {
    this.clock = observation.clock();
    this.metrics = observation.metrics();
    this.observer = observation.observers().of(channel);
    this.serverTiming = observation.serverTiming();
  }

  // ---- for observers

  @Override
  public long queueWaitNanos() {
    return queueWaitNanos;
  }

  @Override
  public long serviceNanos() {
    return serviceNanos;
  }

  @Override
  public long totalNanos() {
    return queueWaitNanos + serviceNanos;
  }

  @Override
  public @Nullable Method method() {
    return method;
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public long contentLength() {
    return contentLength;
  }

  @Override
  public long contentSent() {
    return contentSent;
  }

  @Override
  public long sentBytes() {
    return sentBytes;
  }

  // ---- the Server-Timing field

  /** The most bytes that {@link #putServerTiming} writes; 0 if responses have no such field. */
  public int serverTimingLength() {
    return serverTiming ? ServerTiming.MAX_LENGTH : 0;
  }

  /**
   * Writes the Server-Timing field of the present request. Its service time ends now, before the
   * content is sent. With a slow client, sending the content is the largest part of {@link
   * #serviceNanos}.
   */
  public void putServerTiming(ByteBuffer out) {
    long now = now();
    long arrived = begunNanos - queueWaitNanos;
    ServerTiming.put(out, queueWaitNanos, now - begunNanos, arrived, runQueueNanos(now));
  }

  /** Returns the least that the thread has had no processor since then; negative if unknown. */
  @SuppressWarnings("ReferenceEquality") // that of the same thread
  private long runQueueNanos(long now) {
    long service = now - begunNanos;
    if (runQueue == null
        || service < RunQueueWait.SLOW_NANOS
        || runQueue != RunQueueWait.ofThread()) {
      return RunQueueWait.UNKNOWN;
    }
    long waited = runQueue.atSlowRequest(this, now);
    return waited == RunQueueWait.UNKNOWN || runQueueNanos == RunQueueWait.UNKNOWN
        ? RunQueueWait.UNKNOWN
        : Math.clamp(waited - runQueueNanos, 0, service);
  }

  // ---- for the owner

  /** The time by the observation's clock. */
  public long now() {
    return clock.getAsLong();
  }

  /** What has arrived, or the connection itself, is given to the executor. */
  public void dispatched(long nanos) {
    dispatchedNanos = nanos;
    owedNanos = 0;
    if (!open) {
      observer.arrived(nanos);
    }
  }

  /** Notes that a worker has the connection now. */
  public void taken() {
    if (!open) {
      readyNanos = clock.getAsLong();
      arrivedNanos = dispatchedNanos;
      owedNanos = readyNanos - dispatchedNanos;
    }
  }

  /** The worker has read from the socket itself. */
  public void bytesRead() {
    readyNanos = now();
    arrivedNanos = readyNanos - owedNanos;
    dispatchedNanos = arrivedNanos; // for those that came with it, after another turn
    if (owedNanos == 0) { // else the request arrived when it was dispatched
      observer.arrived(readyNanos);
    }
  }

  /** Notes that others are served before the next request, which has arrived. */
  public void turnEnded() {
    turnEndNanos = now();
  }

  /** The worker that has taken it goes on with the next request. */
  public void turnBegun() {
    owedNanos = readyNanos - turnEndNanos;
  }

  /** The owner has waited before it could begin with what has arrived. */
  public void waited() {
    readyNanos = now();
  }

  /** The worker begins with what has arrived. */
  public void begin() {
    if (open) {
      end(0); // its response is still in the buffer and is sent with this one's
    }
    open = true;
    begunNanos = readyNanos;
    queueWaitNanos = begunNanos - arrivedNanos;
    owedNanos = 0;
    method = null;
    status = Status.INTERNAL_SERVER_ERROR; // until there is a response
    contentLength = 0;
    contentSent = 0;
    sentBytes = 0;
    if (serverTiming) {
      runQueue = RunQueueWait.ofThread();
      runQueueNanos = runQueue == null ? RunQueueWait.UNKNOWN : runQueue.begin(this, begunNanos);
    }
    if (metrics != null) {
      metrics.begin();
    }
    observer.begun(this);
  }

  /** Notes the response to the request. */
  public void answered(Request request, Response response) {
    method = request.method();
    status = response.status();
    contentLength = method == Method.HEAD ? 0 : response.body().length();
    observer.answered(this, request);
  }

  /** This is the response to bytes that were not a request; [from, to) is their first line. */
  public void refused(Response response, byte[] bytes, int from, int to) {
    status = response.status();
    contentLength = response.body().length();
    observer.refused(this, bytes, from, to);
  }

  /**
   * The kernel has taken so many bytes more.
   *
   * @param all whether the response is complete with them
   */
  public void sent(long bytes, boolean all) {
    sentBytes += bytes;
    if (all) {
      end(0);
    }
  }

  private void end(long unsent) {
    if (open) {
      open = false;
      runQueue = null;
      contentSent = Math.max(0, contentLength - unsent);
      readyNanos = now();
      serviceNanos = readyNanos - begunNanos;
      if (metrics != null) {
        metrics.end(status.code(), queueWaitNanos, serviceNanos);
      }
      observer.ended(this);
    }
  }

  /**
   * What was dispatched got a 503 without a worker.
   *
   * @param bytes of the 503 that the socket took
   */
  public void rejected(long bytes) {
    method = null;
    status = Status.SERVICE_UNAVAILABLE;
    begunNanos = now();
    serviceNanos = 0;
    queueWaitNanos = begunNanos - dispatchedNanos;
    contentLength = 0;
    contentSent = 0;
    sentBytes = bytes;
    observer.rejected(this);
  }

  /**
   * Notes that the connection is closed.
   *
   * @param unsent bytes of the response that were still to be sent
   */
  public void close(long unsent) {
    end(unsent);
    observer.closed();
  }
}
