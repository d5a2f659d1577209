package tailgate.lab.race;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import tailgate.admin.ThreadWatchdog;
import tailgate.lab.race.Broadcast.Now;

/**
 * Sends states and frames to pages as server-sent events (HTML Living Standard, 9.2). Each page has
 * a thread. A page that does not read blocks its own thread only, and is dropped: its thread is
 * interrupted, which closes the connection. Thread-safe.
 */
final class FrameStream {

  static final int MOST_PAGES = 16;

  private static final long WAIT_MILLIS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Broadcast broadcast;
  private final Control control;
  private final Semaphore permits = new Semaphore(MOST_PAGES);
  private final ThreadWatchdog watchdog;

  FrameStream(Broadcast broadcast, Control control, LongSupplier clock) {
    this.broadcast = broadcast;
    this.control = control;
    watchdog = new ThreadWatchdog(PATIENCE, clock);
  }

  /** Counts the pages that watch now. */
  int pages() {
    return MOST_PAGES - permits.availablePermits();
  }

  /** Answers until the page is gone; returns false at once if there are too many. */
  boolean handle(HttpExchange exchange) throws IOException {
    if (!permits.tryAcquire()) {
      return false;
    }
    try {
      stream(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the race is over
    } finally {
      permits.release();
    }
    return true;
  }

  private void stream(HttpExchange exchange) throws IOException, InterruptedException {
    Headers fields = exchange.getResponseHeaders();
    fields.set("Content-Type", "text/event-stream");
    fields.set("Connection", "close");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    Now seen = new Now("", 0, "", 0, false);
    while (!seen.isOver()) {
      Now now = broadcast.after(seen, WAIT_MILLIS);
      watchdog.begin();
      try {
        send(out, seen, now);
      } finally {
        watchdog.end();
      }
      control.watch();
      seen = now;
    }
  }

  private static void send(OutputStream out, Now seen, Now now) throws IOException {
    StringBuilder text = new StringBuilder();
    if (now.states() != seen.states()) {
      text.append("event: state\ndata: ").append(now.state()).append("\n\n");
    }
    if (now.frames() != seen.frames()) {
      text.append("event: frame\ndata: ").append(now.frame()).append("\n\n");
    }
    if (text.isEmpty()) {
      text.append(":\n\n"); // finds out whether the page is still there
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Drops the pages that have not read for too long. */
  void dropStuck() {
    watchdog.sweep();
  }
}
