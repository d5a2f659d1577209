package tailgate.admin;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;
import tailgate.admin.AdminPage.Answer;
import tailgate.metrics.EnumCounter;

/** Refuses requests on the admin port, and counts them by cause. Thread-safe. */
final class AdminRefusals {

  private static final String RETRY_SECONDS = "5";

  private enum Cause {
    /** The request was for another host, or from another site: 403. */
    FORBIDDEN,
    /** There were too many requests at a time: 503. */
    BUSY
  }

  private final EnumCounter<Cause> counts = new EnumCounter<>(Cause.class);

  void forbid(HttpExchange exchange) throws IOException {
    counts.increment(Cause.FORBIDDEN);
    AdminPage.send(
        exchange,
        Answer.text(
            403, "403 Forbidden: only for requests to localhost, and not from other sites"));
  }

  /**
   * Refuses a request that may succeed later.
   *
   * @param why a few words
   */
  void busy(HttpExchange exchange, String why) throws IOException {
    counts.increment(Cause.BUSY);
    exchange.getResponseHeaders().set("Retry-After", RETRY_SECONDS);
    AdminPage.send(exchange, Answer.text(503, "503 Service Unavailable: " + why));
  }

  /** The counts by the name of the cause in lower case. */
  Map<String, Long> byCause() {
    return counts.byName();
  }
}
