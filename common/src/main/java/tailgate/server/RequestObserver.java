package tailgate.server;

import tailgate.http.Request;

/**
 * Hears of the requests of one connection, in order, from the thread that owns the connection at
 * the time.
 *
 * <pre>
 *   ( arrived | begun -- ( answered | refused )? -- ended )*  turnedAway?  closed
 * </pre>
 *
 * <p>It is on the hot path: it is not to throw, nor to keep the {@link RequestTiming} or the
 * request, which both go on to be the next one's, nor to block. The exception is one that is there
 * to hold requests back when it cannot keep up, and says so: an access log that loses no line.
 */
public interface RequestObserver {

  /** Hears and forgets. */
  RequestObserver NONE =
      new RequestObserver() {
        @Override
        public void begun(RequestTiming timing) {}

        @Override
        public void ended(RequestTiming timing) {}
      };

  /**
   * Something has arrived, or the connection itself has: what is begun next has been there since
   * {@code nanos}. Never between begun and ended. Where a connection has waited for its thread, its
   * first request has been there since the connection was.
   *
   * @param nanos by the observation's clock: now, or when the reactor that calls was last {@link
   *     Observation.Observers#reported}
   */
  default void arrived(long nanos) {}

  /** A worker begins; the exchange knows since when the request was there, and nothing else. */
  void begun(RequestTiming timing);

  /**
   * There is a response: method, status and length are known, nothing is sent. It is the last time
   * that the request can be seen, so what is needed of it is to be copied now. Not called for what
   * was refused before its head was whole.
   */
  default void answered(RequestTiming timing, Request request) {}

  /**
   * What came was no request, or stopped on its way: status and length of the response are known,
   * nothing is sent.
   *
   * @param bytes lent for the time of the call; [from, to) is the first line, as far as it came,
   *     without its end. Empty where nothing came but empty lines.
   */
  default void refused(RequestTiming timing, byte[] bytes, int from, int to) {}

  /** All that will be sent of the response is the kernel's. Once for each that was begun. */
  void ended(RequestTiming timing);

  /**
   * Nobody has time for the connection: it got a 503 without a worker, and nothing of it was begun.
   * The exchange knows how long it waited for that, and what was sent.
   *
   * <p>Called by the thread that accepts or watches all the others as well, at a time when there
   * are too many of them: here nobody may block, at whatever price.
   */
  default void rejected(RequestTiming timing) {}

  /**
   * The connection is closed. Once, and the last of all; never where the server was stopped by
   * force before any thread had the connection.
   */
  default void closed() {}
}
