package tailgate.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A static file of the live page. It is read from the jar on each request: requests are rare, and
 * so it needs no memory and no time at startup. Browsers cache it and revalidate it.
 *
 * @param type its media type
 * @param resource its name, as {@link Class#getResourceAsStream} takes it
 */
record Asset(String type, String resource) implements HttpHandler {

  private static final String SCRIPT = "text/javascript; charset=utf-8";

  /** The chart library, from its webjar. */
  private static final String CHART_JS =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  /** All files by path, the page itself first. */
  static Map<String, HttpHandler> all() {
    Map<String, HttpHandler> all = new LinkedHashMap<>();
    all.put("/", new Asset("text/html; charset=utf-8", "page/index.html"));
    all.put("/page/style.css", new Asset("text/css; charset=utf-8", "page/style.css"));
    all.put("/page/icon.svg", new Asset("image/svg+xml", "page/icon.svg"));
    all.put("/page/chart.js", new Asset(SCRIPT, CHART_JS));
    for (String module :
        new String[] {"live", "points", "charts", "figures", "plot", "tables", "format", "dom"}) {
      String path = "page/" + module + ".js";
      all.put("/" + path, new Asset(SCRIPT, path));
    }
    return all;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    byte[] bytes = read();
    String tag = '"' + hash(bytes) + '"';
    Headers fields = exchange.getResponseHeaders();
    fields.set("Cache-Control", "no-cache");
    fields.set("ETag", tag);
    if (Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("If-None-Match"), "")
        .contains(tag)) {
      exchange.sendResponseHeaders(304, -1);
    } else {
      AdminPage.send(exchange, 200, type, bytes);
    }
  }

  private byte[] read() throws IOException {
    try (InputStream in = Asset.class.getResourceAsStream(resource)) {
      return Objects.requireNonNull(in, resource).readAllBytes();
    }
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has it", e);
    }
  }
}
