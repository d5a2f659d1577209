package tailgate.lab.monitor;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.ServerView;

/**
 * Samples a server while it is under load, until it is closed.
 *
 * <p>The kernel answers at little cost. A stage's own statistics cost it the computation of some
 * quantiles each time, so it is asked less often, by a thread of its own that delays nobody when
 * there is no answer.
 */
public final class ServerMonitor implements AutoCloseable {

  private static final Path PROC = Path.of("/proc");
  private static final Duration KERNEL_PERIOD = Duration.ofMillis(100);
  private static final Duration STATS_PERIOD = Duration.ofMillis(250);

  private final ServerSampler kernel;
  private final ServerSampler stats;

  private ServerMonitor(ServerSampler kernel, ServerSampler stats) {
    this.kernel = kernel;
    this.stats = stats;
  }

  /**
   * Begins to sample at once.
   *
   * @param pid of the server
   * @param stats the address of its statistics; empty if it has none
   * @throws IOException if the kernel no longer knows a process that was there a moment ago
   */
  public static ServerMonitor over(long pid, Optional<URI> stats) throws IOException {
    List<ServerSampler.Gauge> kernel = new ArrayList<>();
    if (Files.exists(PROC.resolve(Long.toString(pid)).resolve("stat"))) {
      kernel.add(new KernelGauge(PROC, pid, System::nanoTime));
    }
    List<ServerSampler.Gauge> answers =
        stats.<ServerSampler.Gauge>map(StatsGauge::new).stream().toList();
    return new ServerMonitor(
        new ServerSampler(kernel, KERNEL_PERIOD), new ServerSampler(answers, STATS_PERIOD));
  }

  /** All samples until now. */
  public ServerView seen() {
    return new ServerView(kernel.timeline(), stats.timeline());
  }

  /**
   * To be called at the end.
   *
   * @throws LabException if a reading was impossible: then no figure of the run can be believed
   */
  public void check() throws LabException {
    Optional<String> impossible = kernel.impossible();
    if (impossible.isPresent()) {
      throw new LabException(impossible.get());
    }
  }

  @Override
  public void close() {
    kernel.close();
    stats.close();
  }
}
