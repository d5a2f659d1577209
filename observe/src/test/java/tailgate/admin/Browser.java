package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A headless Chromium with one page, driven over its DevTools protocol. Belongs to one thread. It
 * waits for conditions, and so long that no busy machine makes a difference.
 */
public final class Browser implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, Integer> KEY_CODES =
      Map.of("Tab", 9, "Enter", 13, "ArrowLeft", 37, "ArrowRight", 39);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final DevTools tools;

  private Browser(Process process, Path profile) throws Exception {
    this.process = process;
    Path file = profile.resolve("DevToolsActivePort"); // its first line is the port
    Awaitility.await()
        .until(() -> !process.isAlive() || (Files.exists(file) && Files.size(file) > 0));
    assertThat(process.isAlive()).as("chromium runs, see " + profile).isTrue();
    String port = Files.readAllLines(file).getFirst();
    this.tools = DevTools.connect(http, pageOf(port));
    for (String domain : new String[] {"Runtime", "Log", "Page"}) {
      tools.call(domain + ".enable", Map.of());
    }
  }

  /** The program, if there is one on the PATH. */
  public static Optional<Path> find() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts the program with a profile of its own in this folder. */
  public static Browser start(Path program, Path profile) throws Exception {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox", // which root cannot have
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-breakpad",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("chromium.log").toFile())
            .start();
    try {
      return new Browser(process, profile);
    } catch (Throwable e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private URI pageOf(String port) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"));
    String list = http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    for (JsonNode target : JSON.readTree(list)) {
      if (target.get("type").asText().equals("page")) {
        return URI.create(target.get("webSocketDebuggerUrl").asText());
      }
    }
    throw new AssertionError("no page in " + list);
  }

  /** What went wrong on the page so far: exceptions, errors on the console, failed requests. */
  public List<String> errors() {
    return tools.errors();
  }

  public void size(int width, int height) throws Exception {
    tools.call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /**
   * Goes there, and waits until all of the page is loaded. What follows the # it may have changed
   * by then.
   */
  public void open(String url) throws Exception {
    tools.call("Page.navigate", Map.of("url", url));
    String place = url.split("#", 2)[0];
    await(
        "location.href.split('#')[0] === '%s' && document.readyState === 'complete'"
            .formatted(place));
  }

  /** The value of an expression. */
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        tools.call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    assertThat(answer.has("exceptionDetails")).as(answer + " of " + expression).isFalse();
    return answer.at("/result/value");
  }

  /**
   * Waits until an expression is true.
   *
   * @throws AssertionError if it does not become true; says what the page shows instead
   */
  public void await(String condition) {
    try {
      Awaitility.await(condition).until(() -> evaluate("Boolean(" + condition + ")").asBoolean());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(condition + " on a page that shows: " + shown(), e);
    }
  }

  /** For people: where the page is, what went wrong on it, and its text. */
  private String shown() {
    try {
      JsonNode page =
          evaluate(
              "location.href + ' (' + document.visibilityState + ', ' + performance.now() + '"
                  + " ms)\\n"
                  + "' + document.body.innerText");
      return page.asText() + "\nerrors: " + errors();
    } catch (Exception e) {
      return "nothing: " + e + "\nerrors: " + errors();
    }
  }

  /** Prefers these, such as {@code prefers-reduced-motion: reduce}, until the next call. */
  public void prefer(Map<String, String> features) throws Exception {
    var list =
        features.entrySet().stream()
            .map(feature -> Map.of("name", feature.getKey(), "value", feature.getValue()))
            .toList();
    tools.call("Emulation.setEmulatedMedia", Map.of("features", list));
  }

  /** What the browser does from now on, by these categories of its performance trace. */
  public void beginTrace(String... categories) throws Exception {
    tools.beginTrace(List.of(categories));
  }

  /** The events of the trace, which ends. */
  public List<JsonNode> endTrace() throws Exception {
    return tools.endTrace();
  }

  /** The nodes that a screen reader gets. */
  public JsonNode accessibilityTree() throws Exception {
    return tools.call("Accessibility.getFullAXTree", Map.of()).get("nodes");
  }

  /** Presses and releases a key: {@code "Tab"}, {@code "Enter"} or one of the arrows. */
  public void press(String key) throws Exception {
    boolean enter = key.equals("Enter");
    for (String type : new String[] {"keyDown", "keyUp"}) {
      tools.call(
          "Input.dispatchKeyEvent",
          Map.of(
              "type", type,
              "key", key,
              "code", key,
              "windowsVirtualKeyCode", KEY_CODES.get(key),
              "text", enter && type.equals("keyDown") ? "\r" : ""));
    }
  }

  @Override
  public void close() {
    tools.close();
    http.shutdownNow();
    // They may outlive it, and write into the profile while the test deletes it.
    List<ProcessHandle> others = process.descendants().toList();
    process.destroy();
    try {
      Awaitility.await().until(() -> !process.isAlive());
    } finally {
      process.destroyForcibly();
      others.forEach(ProcessHandle::destroyForcibly);
      others.forEach(other -> other.onExit().completeOnTimeout(other, 5, TimeUnit.SECONDS).join());
    }
  }
}
