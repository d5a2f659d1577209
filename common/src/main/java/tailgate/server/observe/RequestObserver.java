package tailgate.server.observe;

import tailgate.http.Request;

/**
 * Is notified of the requests of one connection, in order, by the thread that owns the connection
 * at the time.
 *
 * <pre>
 *   ( arrived | begun -- ( answered | refused )? -- ended )*  rejected?  closed
 * </pre>
 *
 * <p>The methods are on the hot path. They must not throw, must not block, and must not keep the
 * {@link ObservedRequest} or the {@link Request}, because the next request reuses both. An observer
 * may block only if its documentation says so, such as an access log that loses no line.
 */
public interface RequestObserver {

  /** Ignores everything. */
  RequestObserver NONE = new RequestObserver() {};

  /**
   * Bytes have arrived, or the connection itself has: the request that begins next arrived at
   * {@code nanos}. Never called between begun and ended. If a connection waited for its thread, its
   * first request arrived when the connection did.
   *
   * @param nanos by the observation's clock: now, or the time at which the calling reactor last
   *     called {@link Observation.Observers#reported}
   */
  default void arrived(long nanos) {}

  /** A worker begins. Only the queue wait and the time of the begin are known. */
  default void begun(ObservedRequest request) {}

  /**
   * There is a response: method, status and length are known, nothing is sent. This is the last
   * time at which the request can be read; copy what is needed later. Not called for bytes that
   * were refused before the head was complete.
   */
  default void answered(ObservedRequest request, Request head) {}

  /**
   * The bytes were not a request, or were never completed: status and length of the response are
   * known, nothing is sent.
   *
   * @param bytes valid during the call only; [from, to) is the first line, as far as it arrived,
   *     without its end. Empty if nothing arrived but empty lines.
   */
  default void refused(ObservedRequest request, byte[] bytes, int from, int to) {}

  /**
   * The kernel has taken all that will be sent of the response. Called once for each request that
   * was begun.
   */
  default void ended(ObservedRequest request) {}

  /**
   * The connection was rejected: it got a 503, and no request of it was begun. The wait for the 503
   * and the bytes sent are known.
   *
   * <p>The caller is the thread that accepts connections or watches all others, at a time of
   * overload, or a worker that came too late. No observer may block here.
   */
  default void rejected(ObservedRequest request) {}

  /**
   * The connection is closed. This is the last call, and it is made once. Not called if the server
   * was stopped by force before any thread had the connection.
   */
  default void closed() {}
}
