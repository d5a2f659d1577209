package tailgate.server;

import tailgate.http.Request;

/**
 * Hears of the requests of one connection, in order, from the thread that owns the connection at
 * the time.
 *
 * <pre>
 *   ( begun -- answered? -- ended )*  closed
 * </pre>
 *
 * <p>It is on the hot path: it is not to block, nor to throw, nor to keep the {@link Exchange} or
 * the request, which both go on to be the next one's.
 */
public interface RequestObserver {

  /** Hears and forgets. */
  RequestObserver NONE =
      new RequestObserver() {
        @Override
        public void begun(Exchange exchange) {}

        @Override
        public void ended(Exchange exchange) {}
      };

  /** A worker begins; the exchange knows since when the request was there, and nothing else. */
  void begun(Exchange exchange);

  /**
   * There is a response: method, status and length are known, nothing is sent. It is the last time
   * that the request can be seen, so what is needed of it is to be copied now. Not called for what
   * was refused before its head was whole.
   */
  default void answered(Exchange exchange, Request request) {}

  /** All that will be sent of the response is the kernel's. Once for each that was begun. */
  void ended(Exchange exchange);

  /**
   * The connection is closed. Once, and the last of all; never where the server was stopped by
   * force before any thread had the connection.
   */
  default void closed() {}
}
