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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.admin.StatsHistory.Sample;

/**
 * Sends the samples of the {@link StatsHistory} to clients as server-sent events (HTML Living
 * Standard, 9.2).
 *
 * <pre>
 *               permit             no new sample
 *   request ──────────▶ sending ──────────────▶ waiting ──closed──▶ ended
 *     │ none            │  ▲                     │
 *     ▼                 │  └──── a sample ───────┘
 *    503                └── client gone, or too slow: interrupted ──▶ ended
 * </pre>
 *
 * <p>Each stream occupies one thread of the admin server and one of {@value #MAX_CLIENTS} permits
 * from beginning to end. The admin server has that many threads in addition to those for other
 * requests. Streams share nothing but the history, and hold no lock while they wait for it. A
 * client that does not read blocks only the thread of its stream, until {@link ThreadWatchdog}
 * interrupts it. A client that has disconnected is noticed at the next sample. All streams end when
 * the history is closed, and at the next sample if requests wait for a thread: health checks come
 * first, and a browser connects again.
 *
 * <p>The first event is {@code server}, with what does not change. Then follows one sample a
 * second, each with an id. A browser that reconnects sends the id of its last event and gets the
 * samples after it. If that id is from an earlier server, it gets all samples.
 *
 * <p>Tests: EventStreamTest.
 */
final class EventStream implements HttpHandler, AutoCloseable {

  /** The maximum number of open streams. */
  static final int MAX_CLIENTS = 16;

  static final String TYPE = "text/event-stream";

  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);
  private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

  private final StatsHistory history;
  private final ThreadWatchdog watchdog;
  private final AdminRefusals refusals;
  private final String run;
  private final BooleanSupplier crowded;
  private final Semaphore permits = new Semaphore(MAX_CLIENTS);

  /**
   * Creates the streams of this history.
   *
   * @param run identifies this run of the server in the ids of the events
   * @param crowded whether requests wait for a thread
   */
  EventStream(
      StatsHistory history,
      ThreadWatchdog watchdog,
      AdminRefusals refusals,
      String run,
      BooleanSupplier crowded) {
    this.history = history;
    this.watchdog = watchdog;
    this.refusals = refusals;
    this.run = run;
    this.crowded = crowded;
  }

  /**
   * What does not change while the server runs. Its command line is not part of that: passwords in
   * system properties would be published.
   *
   * @param run as in the ids of the samples
   */
  record About(String run) {}

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    if (!permits.tryAcquire()) {
      refusals.busy(exchange, MAX_CLIENTS + " clients are connected already");
      return;
    }
    try {
      stream(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the admin server is stopping
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
    write(out, "event: server\ndata: " + StatsJson.line(new About(run)) + "\n\n");
    out.flush();
    long seen = seen(exchange.getRequestHeaders().getFirst("Last-Event-ID"));
    while (!history.closed() && !crowded.getAsBoolean()) {
      watchdog.end(); // waiting for a sample is not the client's delay
      List<Sample> samples = history.after(seen, HEARTBEAT);
      watchdog.begin();
      send(out, samples);
      seen = samples.isEmpty() ? seen : samples.getLast().number();
    }
  }

  private void send(OutputStream out, List<Sample> samples) throws IOException {
    if (samples.isEmpty()) {
      write(out, ":\n\n"); // finds out whether the client is still connected
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

  /** The number in an id of this run; 0 for any other id. */
  private long seen(@Nullable String lastEventId) {
    if (lastEventId == null || !lastEventId.matches(run + "-\\d{1,18}")) {
      return 0;
    }
    long number = Long.parseLong(lastEventId.substring(run.length() + 1));
    return number <= history.latest() ? number : 0;
  }

  int open() {
    return MAX_CLIENTS - permits.availablePermits();
  }

  /** Ends all streams, and waits up to half a second for that. */
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
