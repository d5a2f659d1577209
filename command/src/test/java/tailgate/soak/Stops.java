package tailgate.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Stops a server under load: 100 clients that keep their connection, 8 that open one for each
 * request, then SIGTERM. A request counts as lost if it was sent on a connection that looked open
 * (the last response did not say {@code Connection: close}) and gets no response; as cut if it gets
 * part of one.
 */
final class Stops {

  static final int KEPT = 100;
  static final int FRESH = 8;

  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(40);

  private final Tally tally = new Tally();
  private final List<Duration> took = new ArrayList<>();
  private final List<Integer> badExits = new ArrayList<>();
  private int lossy;

  /** Starts a server, stops it under load, and counts what happened. */
  void startAndStop(Class<?> main, Site site, Path log, Duration think, Duration load)
      throws IOException, InterruptedException {
    try (var server = ServerProcess.start(main, site.root(), log, List.of())) {
      stop(server, site, think, load);
    }
  }

  /** Stops this server under load, and counts what happened. */
  void stop(ServerProcess server, Site site, Duration think, Duration load)
      throws IOException, InterruptedException {
    long before = tally.failed();
    var clients = new GoodClients(server.address(), List.of(site.small()), think, tally);
    try (clients) {
      clients.start(KEPT, FRESH);
      Thread.sleep(load);
      clients.stopping();
      long begun = System.nanoTime();
      server.terminate();
      int exit = server.awaitExit(EXIT_TIMEOUT);
      took.add(Duration.ofNanos(System.nanoTime() - begun));
      if (exit != 0) {
        badExits.add(exit);
      }
    }
    lossy += tally.failed() > before ? 1 : 0;
  }

  /** Whether every request was answered and every server ended by itself, with exit code 0. */
  boolean areFlawless() {
    return tally.failed() == 0 && badExits.isEmpty();
  }

  @Override
  public String toString() {
    double mean = took.stream().mapToLong(Duration::toMillis).average().orElse(0);
    long most = took.stream().mapToLong(Duration::toMillis).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "%d stops, %d with a loss, exit codes other than 0: %s, %.0f ms in the mean, %d ms at most;"
            + " %s",
        took.size(),
        lossy,
        badExits,
        mean,
        most,
        tally);
  }
}
