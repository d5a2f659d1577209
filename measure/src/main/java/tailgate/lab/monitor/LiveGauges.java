package tailgate.lab.monitor;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a running server, read when asked: the same as those that {@link ServerMonitor}
 * samples, by the names of {@link tailgate.lab.load.ServerTimeline}. Confined to one thread.
 */
public final class LiveGauges {

  private static final Path PROC = Path.of("/proc");

  /** The gauge of the kernel; null where it does not say. */
  private final @Nullable KernelGauge kernel;

  private final StatsGauge stats;

  /**
   * The gauges of a server.
   *
   * @param stats the address of its statistics
   */
  public LiveGauges(long pid, URI stats) {
    kernel = kernel(pid);
    this.stats = new StatsGauge(stats);
  }

  private static @Nullable KernelGauge kernel(long pid) {
    try {
      return new KernelGauge(PROC, pid, System::nanoTime);
    } catch (IOException e) {
      return null; // not Linux, or it has just ended
    }
  }

  /** Returns the figures of the kernel; empty if it has none, or if the reading is impossible. */
  public Map<String, Double> kernel() {
    try {
      return kernel == null ? Map.of() : kernel.read();
    } catch (IOException | ImpossibleReadingException e) {
      return Map.of();
    }
  }

  /**
   * Returns the figures of the server itself. Waits for up to a second. NaN if it does not have a
   * figure.
   */
  public Map<String, Double> stats() {
    return stats.read();
  }
}
