package tailgate.lab.race;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page of a race with frames that a test has written: six lanes, ten frames a second,
 * and as many events as a frame may have. Remembers what it was told. Thread-safe.
 */
final class FakeRace implements AutoCloseable {

  static final List<String> STAGES =
      List.of(
          "singlethreaded",
          "thread-per-request",
          "threadpool",
          "adaptive-pool",
          "virtual-threads",
          "event-loop");

  private static final int EVENTS = 40;
  private static final int FRAME_MILLIS = 100;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "json", "application/json");

  /** What was posted: path and body. */
  final List<String> told = new CopyOnWriteArrayList<>();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final long start = System.nanoTime();

  /** Guarded by this. */
  private final ObjectNode settings = JSON.createObjectNode();

  /** Volatile because the test sets them while frames are sent. */
  private volatile @Nullable String dead;

  private volatile boolean starved;
  private volatile double p99 = 12;
  private volatile @Nullable String starting;
  private volatile int inFlight = 3;
  private volatile long memory = 90L << 20;

  private final AtomicInteger watchers = new AtomicInteger();

  FakeRace() throws IOException {
    settings.put("handler", "file").put("slots", 8).put("rate", 100).put("connections", "kept");
    settings.put("idle", 0).put("slowReaders", 0).put("workers", 8).put("seed", 1);
    STAGES.forEach(settings.putArray("stages")::add);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::file);
    server.createContext("/api/", this::post);
    server.createContext("/api/frames", this::frames);
    server.start();
  }

  String url(String rest) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + rest;
  }

  /** One lane is dead from now on. */
  void kill(String stage) {
    dead = stage;
  }

  /** Whether the machine is starved from now on. */
  void starve(boolean isStarved) {
    starved = isStarved;
  }

  /** The P99 of {@code virtual-threads} in milliseconds; that of the others stays at 12. */
  void p99(double millis) {
    p99 = millis;
  }

  /** The stage that still starts; null for none. */
  void starting(@Nullable String stage) {
    starting = stage;
  }

  /** So many requests in each lane have no answer. */
  void inFlight(int requests) {
    inFlight = requests;
  }

  /** The memory of each server, in bytes. */
  void memory(long bytes) {
    memory = bytes;
  }

  /** How many pages take frames now. */
  int watchers() {
    return watchers.get();
  }

  private void file(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String name = path.equals("/") ? "index.html" : path.substring(1);
    try (InputStream in = FakeRace.class.getResourceAsStream(name)) {
      String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
      send(exchange, in == null ? 404 : 200, type, in == null ? new byte[0] : in.readAllBytes());
    }
  }

  private void post(HttpExchange exchange) throws IOException {
    var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String path = exchange.getRequestURI().getPath();
    told.add(path + " " + body);
    ObjectNode answer = JSON.createObjectNode();
    if (path.equals("/api/settings")) {
      synchronized (this) {
        settings.setAll((ObjectNode) JSON.readTree(body));
        answer = settings.deepCopy();
      }
      if (answer.get("rate").asInt() == 13) {
        answer = JSON.createObjectNode().put("error", "the rate must not be 13");
      }
    }
    send(
        exchange,
        answer.has("error") ? 400 : 200,
        "application/json",
        JSON.writeValueAsBytes(answer));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'self'");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void frames(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    watchers.incrementAndGet();
    try (OutputStream out = exchange.getResponseBody()) {
      for (int count = 0; !Thread.interrupted(); count++) {
        if (count % 10 == 0) {
          write(out, "state", state());
        }
        write(out, "frame", frame());
        Thread.sleep(FRAME_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      watchers.decrementAndGet();
    }
  }

  private static void write(OutputStream out, String event, ObjectNode data) throws IOException {
    out.write(("event: " + event + "\ndata: " + data + "\n\n").getBytes(UTF_8));
    out.flush();
  }

  private synchronized ObjectNode state() {
    ObjectNode state = JSON.createObjectNode();
    state.set("settings", settings.deepCopy());
    state.put("phase", "running");
    state.putObject("limits").put("suggestedRate", 400);
    ArrayNode lanes = state.putArray("lanes");
    for (String stage : STAGES) {
      ObjectNode lane = lanes.addObject().put("stage", stage);
      lane.put("state", state(stage));
      lane.put("reason", "it was ended by signal 9");
    }
    return state;
  }

  private String state(String stage) {
    return stage.equals(dead) ? "dead" : stage.equals(starting) ? "starting" : "running";
  }

  private ObjectNode frame() {
    double millis = (System.nanoTime() - start) / 1e6;
    ObjectNode frame = JSON.createObjectNode().put("t", millis).put("spike", false);
    ObjectNode machine = frame.putObject("machine");
    machine.put("busy", starved ? 0.98 : 0.3).put("lateP99", starved ? 35.0 : 0.2);
    ArrayNode reasons = machine.putArray("starved");
    if (starved) {
      reasons.add("All processors of this machine are busy.");
    }
    ArrayNode lanes = frame.putArray("lanes");
    STAGES.forEach(stage -> lane(lanes.addObject(), stage, millis));
    return frame;
  }

  private void lane(ObjectNode lane, String stage, double millis) {
    long due = (long) millis;
    lane.put("stage", stage).put("state", state(stage));
    lane.put("due", due).put("sent", due).put("done", due - 3).put("refused", 0).put("failed", 0);
    lane.put("rate", 833).put("p50", 1.5).put("inFlight", inFlight);
    lane.put("p99", stage.equals("virtual-threads") ? p99 : 12);
    lane.putNull("queue").put("busy", 3).put("workers", 8).put("connections", 50);
    lane.put("threads", 30).put("virtualThreads", 50).put("memory", memory).put("cpu", 0.1);
    lane.putNull("broke").put("sampled", 2);
    ArrayNode events = lane.putArray("events");
    for (int i = 0; i < EVENTS; i++) {
      double at = millis - FRAME_MILLIS + i * (double) FRAME_MILLIS / EVENTS;
      events.addArray().add(at - 2).add(at - 2).add(at).add(0);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
