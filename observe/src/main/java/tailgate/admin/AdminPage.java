package tailgate.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A page of the admin port that is generated as a whole before it is sent. */
@FunctionalInterface
interface AdminPage extends HttpHandler {

  String TEXT = "text/plain; charset=utf-8";

  /**
   * The content of a response.
   *
   * @param type its media type
   */
  record Answer(int status, String type, String text) {

    static Answer text(int status, String line) {
      return new Answer(status, TEXT, line + "\n");
    }
  }

  /**
   * Generates the page.
   *
   * @param request the fields of the request
   */
  Answer answer(Headers request) throws IOException;

  @Override
  default void handle(HttpExchange exchange) throws IOException {
    send(exchange, answer(exchange.getRequestHeaders()));
  }

  /** Sends the response, or only its head if the method is HEAD. */
  static void send(HttpExchange exchange, Answer answer) throws IOException {
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    send(exchange, answer.status(), answer.type(), answer.text().getBytes(StandardCharsets.UTF_8));
  }

  /** Sends these bytes, or only their number if the method is HEAD. */
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
