package tailgate.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import tailgate.admin.AdminPage.Answer;
import tailgate.log.SafeLogger;

/**
 * Finds the page for an exact path. All pages allow GET and HEAD only.
 *
 * @param access decides whether a request is answered at all
 * @param watchdog limits how long a client may occupy a thread because it does not read the
 *     response or does not send the body that it announced
 */
record Router(
    AccessCheck access,
    ThreadWatchdog watchdog,
    AdminRefusals refusals,
    Map<String, HttpHandler> pages)
    implements HttpHandler {

  private static final Logger LOG = SafeLogger.of(Router.class);

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      watchdog.begin();
      AccessCheck.protect(exchange.getResponseHeaders());
      answer(exchange);
    } finally {
      watchdog.end();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    HttpHandler page = pages.get(exchange.getRequestURI().getPath());
    if (!access.allows(exchange.getRequestURI(), exchange.getRequestHeaders())) {
      refusals.forbid(exchange);
    } else if (page == null) {
      AdminPage.send(exchange, Answer.text(404, "404 Not Found"));
    } else if (!isRead(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      AdminPage.send(exchange, Answer.text(405, "405 Method Not Allowed"));
    } else {
      answer(page, exchange);
    }
  }

  private static boolean isRead(String method) {
    return method.equals("GET") || method.equals("HEAD");
  }

  private static void answer(HttpHandler page, HttpExchange exchange) throws IOException {
    try {
      page.handle(exchange);
    } catch (Throwable e) { // an Error too: the client is to know, and the thread serves others
      if (exchange.getResponseCode() != -1) { // the response has begun: no other status can be sent
        LOG.debug("a client has disconnected", e);
        throw e; // the server closes the connection
      }
      try {
        AdminPage.send(exchange, Answer.text(500, "500 Internal Server Error: " + e));
      } finally {
        LOG.warn("cannot generate {}", exchange.getRequestURI(), e);
      }
    }
  }
}
