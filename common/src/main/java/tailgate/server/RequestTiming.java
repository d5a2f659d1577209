package tailgate.server;

import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.Method;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * A request and its response, as those see it who measure: one object for all of a connection, one
 * exchange after the other.
 *
 * <pre>
 *   handedOver  taken               begin          answered             end
 *       |--------|------ ... --------|----------------|------------------|
 *       |    queue wait, and the     |             service               |
 *       |  turn of those before it   |                                   |
 *       |<---------------------------- total --------------------------->|
 * </pre>
 *
 * <p><b>When a request is there.</b> Dispatch by request: when the selector reported its last
 * bytes, so that the reactor's own queue counts as well, above all where the reactor does the work.
 * Bytes that the worker read itself were there when it read them. Dispatch by connection: when the
 * connection's thread had read its last bytes; the first request of a connection has waited as long
 * as the connection did for its thread. Pipelined requests that came together were all there at
 * once, and each waits for those before it.
 *
 * <p><b>When it has ended.</b> When the last byte of the response was the kernel's, so a client
 * that reads slowly makes a long service. Responses to pipelined requests leave together: each but
 * the last ends when the next begins.
 *
 * <p>The clock is read when a request is handed over (once for all that the selector reported
 * together), when it is taken or read, and when it ends: three times at most.
 *
 * <p>Confined to whoever owns the connection. Observers may look at it while they are called.
 */
public final class RequestTiming {

  private final LongSupplier clock;
  private final RequestObserver observer;
  private final ServerTiming serverTiming;

  /** Between begin and end. */
  private boolean open;

  private long handedOverNanos;

  /** Waited for the worker, and not yet counted for a request. */
  private long owedNanos;

  /** When the bytes that are being looked at were there. */
  private long arrivedNanos;

  /** From when on the owner could have begun with the next request. */
  private long readyNanos;

  // Of the one exchange.

  private long begunNanos;
  private long endedNanos;
  private long queueWaitNanos;
  private @Nullable Method method;
  private Status status = Status.INTERNAL_SERVER_ERROR;
  private long contentLength;
  private long contentSent;
  private long sentBytes;
  private boolean complete;

  RequestTiming(SocketChannel channel, Observation observation) {
    this.clock = observation.clock();
    this.observer = observation.observers().of(channel);
    this.serverTiming = observation.serverTiming() ? new ServerTiming(this) : ServerTiming.OFF;
  }

  // ---- for observers

  /** Nanoseconds from when the request was there to when a worker began with it. */
  public long queueWaitNanos() {
    return queueWaitNanos;
  }

  /** Nanoseconds from there to the end; means something once it has ended. */
  public long serviceNanos() {
    return endedNanos - begunNanos;
  }

  /** Both together. */
  public long totalNanos() {
    return queueWaitNanos + serviceNanos();
  }

  /** When a worker began with it, by the observation's clock. */
  public long begunNanos() {
    return begunNanos;
  }

  /** Null where there was no request but only something that was refused. */
  public @Nullable Method method() {
    return method;
  }

  /** The status of the response; 500 also where an error kept it from having one. */
  public Status status() {
    return status;
  }

  /** Bytes of content in the whole response: 0 for HEAD. */
  public long contentLength() {
    return contentLength;
  }

  /**
   * Bytes of content that were the kernel's at the end: all of them, but where the connection broke
   * in the middle. The small responses before the one that broke, which were to leave with it,
   * count as sent.
   */
  public long contentSent() {
    return contentSent;
  }

  /**
   * Bytes that were given to the kernel since it began, heads included. Responses that left
   * together are all counted with the last one.
   */
  public long sentBytes() {
    return sentBytes;
  }

  /** Whether the whole response was sent; false where the connection broke before. */
  public boolean complete() {
    return complete;
  }

  // ---- for the owner

  /** What each response says of its times. */
  ServerTiming serverTiming() {
    return serverTiming;
  }

  /** Nanoseconds of service until now; costs a look at the clock. */
  long serviceSoFarNanos() {
    return now() - begunNanos;
  }

  /** The time by the observation's clock. */
  long now() {
    return clock.getAsLong();
  }

  /** What has arrived, or the connection itself, is given to a worker. */
  void handedOver(long nanos) {
    handedOverNanos = nanos;
    owedNanos = 0;
    if (!open) {
      observer.arrived(nanos);
    }
  }

  /** The worker has it. */
  void taken() {
    if (!open) {
      readyNanos = now();
      arrivedNanos = handedOverNanos;
      owedNanos = readyNanos - handedOverNanos;
    }
  }

  /** The worker has read on itself. */
  void bytesRead() {
    readyNanos = now();
    arrivedNanos = readyNanos - owedNanos;
    if (owedNanos == 0) { // else it has been there since it was handed over
      observer.arrived(readyNanos);
    }
  }

  /** Begins with what has arrived. */
  void begin() {
    if (open) {
      end(true, 0); // its response waits for this one to leave with it
    }
    open = true;
    begunNanos = readyNanos;
    queueWaitNanos = begunNanos - arrivedNanos;
    owedNanos = 0;
    method = null;
    status = Status.INTERNAL_SERVER_ERROR; // unless something better comes of it
    contentLength = 0;
    contentSent = 0;
    sentBytes = 0;
    complete = false;
    observer.begun(this);
  }

  /** This is the response to the request. */
  void answered(Request request, Response response) {
    method = request.method();
    status = response.status();
    contentLength = method == Method.HEAD ? 0 : response.body().length();
    observer.answered(this, request);
  }

  /** This is the response to what was no request but began with these bytes. */
  void refused(Response response, byte[] bytes, int from, int to) {
    status = response.status();
    contentLength = response.body().length();
    observer.refused(this, bytes, from, to);
  }

  void sent(long bytes) {
    sentBytes += bytes;
  }

  /** All is sent. */
  void end() {
    end(true, 0);
  }

  private void end(boolean whole, long unsent) {
    if (open) {
      open = false;
      contentSent = Math.max(0, contentLength - unsent);
      endedNanos = now();
      readyNanos = endedNanos;
      complete = whole;
      observer.ended(this);
    }
  }

  /**
   * No worker takes what was handed over: it got a 503, and that was that.
   *
   * @param bytes of the 503, as far as the socket took them
   */
  void rejected(long bytes) {
    method = null;
    status = Status.SERVICE_UNAVAILABLE;
    begunNanos = now();
    endedNanos = begunNanos;
    queueWaitNanos = begunNanos - handedOverNanos;
    contentLength = 0;
    contentSent = 0;
    sentBytes = bytes;
    complete = true;
    observer.rejected(this);
  }

  /**
   * The connection is closed.
   *
   * @param unsent bytes of the response that were still to be sent
   */
  void close(long unsent) {
    end(false, unsent);
    observer.closed();
  }
}
