package tailgate.lab.monitor;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a running server, read when asked: the same as those that {@link ServerMonitor}
 * samples, by the names of {@link tailgate.lab.load.ServerTimeline}. Confined to one thread.
 */
public final class LiveGauges {

  private static final Path PROC = Path.of("/proc");

  /** Null where the kernel does not say. */
  private final @Nullable KernelGauge kernel;

  private final StatsGauge stats;

  /**
   * Of a server.
   *
   * @param stats the address of its statistics
   * @throws IOException if the kernel no longer knows the process
   */
  public LiveGauges(long pid, URI stats) throws IOException {
    boolean known = Files.exists(PROC.resolve(Long.toString(pid)).resolve("stat"));
    kernel = known ? new KernelGauge(PROC, pid, System::nanoTime) : null;
    this.stats = new StatsGauge(stats);
  }

  /** What the kernel knows; nothing if it does not say, or the reading is not to be believed. */
  public Map<String, Double> kernel() throws IOException {
    try {
      return kernel == null ? Map.of() : kernel.read();
    } catch (ImpossibleReadingException e) {
      return Map.of();
    }
  }

  /** What the server says itself; waits for up to a second. NaN is what it does not have. */
  public Map<String, Double> stats() {
    return stats.read();
  }
}
