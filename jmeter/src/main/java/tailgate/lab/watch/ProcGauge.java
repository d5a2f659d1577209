package tailgate.lab.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import tailgate.lab.load.ServerTimeline;

/**
 * CPU, memory and threads of a process, from Linux's {@code /proc}; see proc_pid_stat(5). Confined
 * to one thread.
 */
final class ProcGauge implements Gauge {

  /** USER_HZ, which is 100 on every architecture that Java runs on. */
  private static final double TICKS_PER_SECOND = 100;

  private static final double PAGES_PER_MIB = (1 << 20) / 4096.0;

  /** Fields of {@code stat} after the name in parentheses, which may hold anything. */
  private static final int UTIME = 11;

  private static final int STIME = 12;
  private static final int THREADS = 17;
  private static final int RSS = 21;

  private final Path stat;
  private final LongSupplier nanoTime;
  private double lastTicks;
  private long lastNanos;

  /**
   * @param proc {@code /proc}, but for tests
   */
  ProcGauge(Path proc, long pid, LongSupplier nanoTime) throws IOException {
    this.stat = proc.resolve(Long.toString(pid)).resolve("stat");
    this.nanoTime = nanoTime;
    lastNanos = nanoTime.getAsLong();
    lastTicks = ticks(fields());
  }

  /** {@code cpu} is the mean since the reading before, in cores. */
  @Override
  public Map<String, Double> read() throws IOException {
    List<String> fields = fields();
    long now = nanoTime.getAsLong();
    double ticks = ticks(fields);
    double cores = (ticks - lastTicks) / TICKS_PER_SECOND / Math.max(1e-9, (now - lastNanos) / 1e9);
    lastTicks = ticks;
    lastNanos = now;
    return Map.of(
        ServerTimeline.CPU, rounded(cores, 100),
        ServerTimeline.RSS, rounded(Double.parseDouble(fields.get(RSS)) / PAGES_PER_MIB, 10),
        ServerTimeline.THREADS, Double.parseDouble(fields.get(THREADS)));
  }

  /** More digits would say nothing and fill files. */
  private static double rounded(double value, int parts) {
    return Math.round(value * parts) / (double) parts;
  }

  private static double ticks(List<String> fields) {
    return Double.parseDouble(fields.get(UTIME)) + Double.parseDouble(fields.get(STIME));
  }

  private List<String> fields() throws IOException {
    String line = Files.readString(stat);
    return List.of(line.substring(line.lastIndexOf(')') + 2).split(" "));
  }
}
