package tailgate.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A page that is made whole before it is sent. */
@FunctionalInterface
interface AdminPage extends HttpHandler {

  String TEXT = "text/plain; charset=utf-8";

  /**
   * What is sent.
   *
   * @param type its media type
   */
  record Answer(int status, String type, String text) {

    static Answer text(int status, String line) {
      return new Answer(status, TEXT, line + "\n");
    }
  }

  /** The page as it is now, given the fields of the request. */
  Answer answer(Headers request) throws IOException;

  @Override
  default void handle(HttpExchange exchange) throws IOException {
    send(exchange, answer(exchange.getRequestHeaders()));
  }

  /** Sends it, or only its head if that is all that was asked for. */
  static void send(HttpExchange exchange, Answer answer) throws IOException {
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    send(exchange, answer.status(), answer.type(), answer.text().getBytes(StandardCharsets.UTF_8));
  }

  /** Sends these bytes, or only their number. */
  static void send(HttpExchange exchange, int status, String type, byte[] bytes)
      throws IOException {
    Headers fields = exchange.getResponseHeaders();
    fields.set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      fields.set("Content-Length", Integer.toString(bytes.length));
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
