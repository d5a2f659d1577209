package tailgate.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.admin.Page.Answer;

/** Finds the page for an exact path; everything here is for GET and HEAD. */
record Router(Map<String, HttpHandler> pages) implements HttpHandler {

  private static final Logger LOG = LoggerFactory.getLogger(Router.class);

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      HttpHandler page = pages.get(exchange.getRequestURI().getPath());
      if (page == null) {
        Page.send(exchange, Answer.text(404, "404 Not Found"));
      } else if (!isRead(exchange.getRequestMethod())) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        Page.send(exchange, Answer.text(405, "405 Method Not Allowed"));
      } else {
        handle(page, exchange);
      }
    }
  }

  private static boolean isRead(String method) {
    return method.equals("GET") || method.equals("HEAD");
  }

  private static void handle(HttpHandler page, HttpExchange exchange) throws IOException {
    try {
      page.handle(exchange);
    } catch (IOException | RuntimeException e) {
      if (exchange.getResponseCode() != -1) { // begun: nothing can be said any more
        LOG.debug("a reader went away", e);
        return;
      }
      LOG.warn("cannot make {}", exchange.getRequestURI(), e);
      Page.send(exchange, Answer.text(500, "500 Internal Server Error: " + e));
    }
  }
}
