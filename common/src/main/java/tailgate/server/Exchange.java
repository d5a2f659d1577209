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
public final class Exchange {

  private final LongSupplier clock;
  private final RequestObserver observer;

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
  private long sentBytes;
  private boolean complete;

  Exchange(SocketChannel channel, Observation observation) {
    this.clock = observation.clock();
    this.observer = observation.observers().of(channel);
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

  /** The time by the observation's clock. */
  long now() {
    return clock.getAsLong();
  }

  /** What has arrived, or the connection itself, is given to a worker. */
  void handedOver(long nanos) {
    handedOverNanos = nanos;
    owedNanos = 0;
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
  }

  /** Begins with what has arrived. */
  void begin() {
    if (open) {
      end(true); // its response waits for this one to leave with it
    }
    open = true;
    begunNanos = readyNanos;
    queueWaitNanos = begunNanos - arrivedNanos;
    owedNanos = 0;
    method = null;
    status = Status.INTERNAL_SERVER_ERROR; // unless something better comes of it
    contentLength = 0;
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

  /** This is the response to what was no request. */
  void refused(Response response) {
    status = response.status();
    contentLength = response.body().length();
  }

  void sent(long bytes) {
    sentBytes += bytes;
  }

  /** All is sent of what can be. */
  void end(boolean whole) {
    if (open) {
      open = false;
      endedNanos = now();
      readyNanos = endedNanos;
      complete = whole;
      observer.ended(this);
    }
  }

  /** The connection is closed. */
  void close() {
    end(false);
    observer.closed();
  }
}
