package tailgate.lab.race;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.project.Project;

/**
 * Answers the requests that a page can send. A form of another site cannot send them, because it
 * cannot set the field {@value #OURS}. Thread-safe.
 *
 * @param state returns the state of the race as JSON
 */
record Api(Control control, Supplier<String> state) {

  static final String FRAMES = "/api/frames";

  /** Each POST must have this field. */
  static final String OURS = "X-Tailgate-Race";

  private static final int MOST_BYTES = 16 << 10;
  private static final Pattern START = Pattern.compile("/api/lanes/([a-z-]+)/start");

  void get(HttpExchange exchange, String path) throws IOException {
    if (path.equals("/api/race")) {
      Replies.json(exchange, state.get());
    } else {
      Replies.file(exchange, path);
    }
  }

  void post(HttpExchange exchange, String path) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
    if (!"1".equals(exchange.getRequestHeaders().getFirst(OURS))) {
      Replies.error(exchange, 403, "a POST needs the field %s: 1".formatted(OURS));
    } else if (!isJson(Objects.requireNonNullElse(type, ""))) {
      Replies.error(exchange, 415, "the Content-Type must be application/json");
    } else if (body.length > MOST_BYTES) {
      Replies.error(exchange, 413, format("more than %,d bytes", MOST_BYTES));
    } else {
      carryOut(exchange, path, body);
    }
  }

  private static boolean isJson(String type) {
    return type.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals("application/json");
  }

  private void carryOut(HttpExchange exchange, String path, byte[] body) throws IOException {
    Matcher start = START.matcher(path);
    try {
      if (path.equals("/api/settings")) {
        Replies.json(exchange, JsonFiles.compact(control.change(tree(body))));
      } else if (path.equals("/api/spike")) {
        control.spike();
        Replies.json(exchange, "{}");
      } else if (path.equals("/api/reset")) {
        reset(tree(body));
        Replies.json(exchange, "{}");
      } else if (start.matches() && Project.STAGES.contains(start.group(1))) {
        control.start(start.group(1));
        Replies.json(exchange, "{}");
      } else {
        Replies.error(exchange, 404, "there is no " + path);
      }
    } catch (IllegalArgumentException e) {
      Replies.error(exchange, 400, Objects.requireNonNullElse(e.getMessage(), "a wrong value"));
    }
  }

  private void reset(JsonNode options) {
    if (options.path("restart").asBoolean()) {
      control.restartAll();
    }
    control.reset();
  }

  /** Parses a body; an empty one is an empty object. */
  private static JsonNode tree(byte[] body) {
    try {
      return JsonFiles.parse(body.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : body);
    } catch (IOException e) {
      throw new IllegalArgumentException("the content is not JSON", e);
    }
  }
}
