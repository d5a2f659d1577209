package tailgate.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
import tailgate.admin.StatsHistory.Sample;

/**
 * Sends the samples of the {@link StatsHistory} to all who watch, as server-sent events (HTML
 * Living Standard, 9.2).
 *
 * <pre>
 *            a place            nothing new
 *   asked ──────────▶ sending ──────────────▶ waiting ──closed──▶ ended
 *     │ none            │  ▲                     │
 *     ▼                 │  └──── a sample ───────┘
 *    503                └── gone, or too slow: interrupted ──▶ ended
 * </pre>
 *
 * <p>A stream is the admin server's thread that was asked for it, from then to the end, and holds
 * one of {@value #MAX_CLIENTS} permits; the server has that many threads more than it needs for all
 * else. It shares nothing with other streams but the history, where it waits without holding
 * anything. A reader that does not read blocks this one thread until {@link ThreadWatchdog}
 * interrupts it; one that is gone is noticed at the next sample. When the history is closed every
 * stream ends by itself.
 *
 * <p>First comes what does not change, as event {@code server}; then a sample a second, each with
 * an id. A browser that connects again says which it had last and gets what came after; if that was
 * another server's, it gets all.
 */
final class EventStream implements HttpHandler, AutoCloseable {

  /** How many may watch at a time. */
  static final int MAX_CLIENTS = 16;

  static final String TYPE = "text/event-stream";

  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);
  private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

  private final StatsHistory history;
  private final ThreadWatchdog watchdog;
  private final String run;
  private final Semaphore permits = new Semaphore(MAX_CLIENTS);

  /**
   * Streams of this history.
   *
   * @param run tells this server from the one that was here before
   */
  EventStream(StatsHistory history, ThreadWatchdog watchdog, String run) {
    this.history = history;
    this.watchdog = watchdog;
    this.run = run;
  }

  /**
   * What does not change.
   *
   * @param run as in the ids of the samples
   * @param command how the server was started; empty where that cannot be known
   */
  record About(String run, String command) {

    static About of(String run) {
      ProcessHandle.Info process = ProcessHandle.current().info();
      return new About(run, process.arguments().map(all -> String.join(" ", all)).orElse(""));
    }
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    if (!permits.tryAcquire()) {
      exchange.getResponseHeaders().set("Retry-After", "5");
      AdminPage.send(
          exchange, Answer.text(503, "503 Service Unavailable: " + MAX_CLIENTS + " watch already"));
      return;
    }
    try {
      stream(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the admin server stops
    } finally {
      permits.release();
    }
  }

  private void stream(HttpExchange exchange) throws IOException, InterruptedException {
    Headers fields = exchange.getResponseHeaders();
    fields.set("Content-Type", TYPE);
    fields.set("Cache-Control", "no-store");
    fields.set("Connection", "close");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    write(out, "retry: " + RETRY.toMillis() + "\n\n");
    write(out, "event: server\ndata: " + StatsJson.line(About.of(run)) + "\n\n");
    out.flush();
    long seen = seen(exchange.getRequestHeaders().getFirst("Last-Event-ID"));
    while (!history.closed()) {
      watchdog.end(); // to wait is no fault of the reader
      List<Sample> samples = history.after(seen, HEARTBEAT);
      watchdog.begin();
      send(out, samples);
      seen = samples.isEmpty() ? seen : samples.getLast().number();
    }
  }

  private void send(OutputStream out, List<Sample> samples) throws IOException {
    if (samples.isEmpty()) {
      write(out, ":\n\n"); // is he still there?
    }
    for (Sample sample : samples) {
      String data = StatsJson.line(sample.stats());
      write(out, "id: " + run + "-" + sample.number() + "\ndata: " + data + "\n\n");
    }
    out.flush();
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The number in an id that was sent; 0 in any other. */
  private long seen(@Nullable String lastEventId) {
    if (lastEventId == null || !lastEventId.matches(run + "-\\d{1,18}")) {
      return 0;
    }
    long number = Long.parseLong(lastEventId.substring(run.length() + 1));
    return number <= history.latest() ? number : 0;
  }

  /** How many watch now. */
  int open() {
    return MAX_CLIENTS - permits.availablePermits();
  }

  /** Ends all streams, and gives them a moment to say so. */
  @Override
  public void close() {
    history.close();
    try {
      boolean allEnded =
          permits.tryAcquire(MAX_CLIENTS, CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (allEnded) {
        permits.release(MAX_CLIENTS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
