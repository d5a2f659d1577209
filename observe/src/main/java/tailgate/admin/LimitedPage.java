package tailgate.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * A page that only so many clients get at a time; the next one gets 503. A client that reads slowly
 * holds a thread of the admin server until {@link ThreadWatchdog} interrupts it. If such clients
 * could hold all threads, no health check would be answered.
 *
 * <p>Nobody waits for a permit, because that would hold a thread too.
 *
 * @param permits may be shared by several pages
 */
record LimitedPage(Semaphore permits, AdminRefusals refusals, HttpHandler page)
    implements HttpHandler {

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    if (!permits.tryAcquire()) {
      refusals.busy(exchange, "too many requests for this at a time");
      return;
    }
    try {
      page.handle(exchange);
    } finally {
      permits.release();
    }
  }
}
