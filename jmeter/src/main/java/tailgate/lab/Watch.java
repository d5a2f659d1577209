package tailgate.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.load.ServerView;

/**
 * Everything that is sampled of a server while it is under load, until it is closed.
 *
 * <p>The kernel tells at little cost. A stage's own statistics cost it some quantiles each time, so
 * it is asked less often, and by a thread that keeps nobody else waiting when there is no answer.
 */
final class Watch implements AutoCloseable {

  private static final Path PROC = Path.of("/proc");
  private static final Duration KERNEL_PERIOD = Duration.ofMillis(100);
  private static final Duration STATS_PERIOD = Duration.ofMillis(250);

  private final ServerSampler kernel;
  private final ServerSampler stats;

  private Watch(ServerSampler kernel, ServerSampler stats) {
    this.kernel = kernel;
    this.stats = stats;
  }

  static Watch over(StageRun.Ready server) throws IOException {
    List<Gauge> kernel = new ArrayList<>();
    if (Files.exists(PROC.resolve(Long.toString(server.pid())).resolve("stat"))) {
      kernel.add(new ProcGauge(PROC, server.pid(), System::nanoTime));
      kernel.add(new MachineGauge(PROC, System::nanoTime));
    }
    List<Gauge> stats = server.stats().<Gauge>map(StatsGauge::new).stream().toList();
    return new Watch(
        new ServerSampler(kernel, KERNEL_PERIOD), new ServerSampler(stats, STATS_PERIOD));
  }

  /** What there is until now. */
  ServerView seen() {
    return new ServerView(kernel.timeline(), stats.timeline());
  }

  @Override
  public void close() {
    kernel.close();
    stats.close();
  }
}
