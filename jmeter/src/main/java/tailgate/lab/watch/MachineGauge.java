package tailgate.lab.watch;

import static tailgate.lab.load.ServerTimeline.IDLE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * How much of the machine nobody used, from Linux's {@code /proc/stat}; see proc_stat(5). Server
 * and generator share it, so it can be at its end while the server's own share is small. Confined
 * to one thread.
 */
final class MachineGauge implements Gauge {

  /** USER_HZ, as in {@link ProcGauge}. */
  private static final double TICKS_PER_SECOND = 100;

  /** Fields of the first line. */
  private static final int IDLE_TICKS = 4;

  private static final int WAITING_FOR_DISK = 5;

  private final Path stat;
  private final LongSupplier nanoTime;
  private double lastTicks;
  private long lastNanos;

  /**
   * @param proc {@code /proc}, but for tests
   */
  MachineGauge(Path proc, LongSupplier nanoTime) throws IOException {
    this.stat = proc.resolve("stat");
    this.nanoTime = nanoTime;
    lastNanos = nanoTime.getAsLong();
    lastTicks = idleTicks();
  }

  /** {@code idle} is the mean since the reading before, in cores. */
  @Override
  public Map<String, Double> read() throws IOException {
    double ticks = idleTicks();
    long now = nanoTime.getAsLong();
    double cores = (ticks - lastTicks) / TICKS_PER_SECOND / Math.max(1e-9, (now - lastNanos) / 1e9);
    lastTicks = ticks;
    lastNanos = now;
    return Map.of(IDLE, Math.round(cores * 100) / 100.0);
  }

  private double idleTicks() throws IOException {
    try (Stream<String> lines = Files.lines(stat)) {
      List<String> fields = List.of(lines.findFirst().orElse("").split(" +"));
      if (fields.size() <= WAITING_FOR_DISK) {
        throw new IOException(stat + " is not as proc_stat(5) has it");
      }
      return Double.parseDouble(fields.get(IDLE_TICKS))
          + Double.parseDouble(fields.get(WAITING_FOR_DISK));
    }
  }
}
