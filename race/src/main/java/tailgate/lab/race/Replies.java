package tailgate.lab.race;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import tailgate.lab.load.JsonFiles;

/** Sends whole answers to a page. */
final class Replies {

  private static final String JSON = "application/json";

  /** The files of the page have such names; all are in one folder. */
  private static final Pattern FILE = Pattern.compile("[a-z][a-z0-9-]*\\.(js|css|svg|json)");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "json", JSON);

  private Replies() {}

  /** Sends a file of the page, or 404. */
  static void file(HttpExchange exchange, String path) throws IOException {
    String name = path.equals("/") ? "index.html" : path.substring(1);
    boolean isOne = path.equals("/") || FILE.matcher(name).matches();
    try (InputStream in = isOne ? Replies.class.getResourceAsStream(name) : null) {
      if (in == null) {
        error(exchange, 404, "there is no " + path);
        return;
      }
      String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), JSON);
      send(exchange, 200, type, in.readAllBytes());
    }
  }

  static void json(HttpExchange exchange, String json) throws IOException {
    send(exchange, 200, JSON, json.getBytes(StandardCharsets.UTF_8));
  }

  static void error(HttpExchange exchange, int status, String message) throws IOException {
    byte[] json = JsonFiles.compact(Map.of("error", message)).getBytes(StandardCharsets.UTF_8);
    send(exchange, status, JSON, json);
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] bytes)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
