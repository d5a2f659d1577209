package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import tailgate.lab.load.ServerTimeline;

/**
 * CPU, memory and threads of a process, and how much of the machine is idle, from Linux's {@code
 * /proc}; see proc_pid_stat(5) and proc_stat(5). Server and generator share the machine, so it can
 * be fully used while the server's own share is small. Confined to one thread.
 */
final class KernelGauge implements ServerSampler.Gauge {

  /** USER_HZ, which is 100 on every architecture that Java runs on. */
  private static final double TICKS_PER_SECOND = 100;

  private static final double PAGES_PER_MIB = (1 << 20) / 4096.0;

  /** Fields of a process's {@code stat} after the name in parentheses, which may hold anything. */
  private static final int UTIME = 11;

  private static final int STIME = 12;
  private static final int THREADS = 17;
  private static final int RSS = 21;

  /** Fields of the first line of the machine's {@code stat}. */
  private static final int IDLE = 4;

  private static final int WAITING_FOR_DISK = 5;

  private final Path process;
  private final Path machine;
  private final LongSupplier nanoTime;
  private double lastBusyTicks;
  private double lastIdleTicks;
  private long lastNanos;

  /**
   * @param proc {@code /proc}, except in tests
   */
  KernelGauge(Path proc, long pid, LongSupplier nanoTime) throws IOException {
    this.process = proc.resolve(Long.toString(pid)).resolve("stat");
    this.machine = proc.resolve("stat");
    this.nanoTime = nanoTime;
    lastNanos = nanoTime.getAsLong();
    lastBusyTicks = ticks(ofProcess(), UTIME, STIME);
    lastIdleTicks = ticks(ofMachine(), IDLE, WAITING_FOR_DISK);
  }

  /** {@code cpu} and {@code idle} are means since the previous reading, in cores. */
  @Override
  public Map<String, Double> read() throws IOException {
    List<String> fields = ofProcess();
    double busyTicks = ticks(fields, UTIME, STIME);
    double idleTicks = ticks(ofMachine(), IDLE, WAITING_FOR_DISK);
    long now = nanoTime.getAsLong();
    double ticks = TICKS_PER_SECOND * Math.max(1e-9, (now - lastNanos) / 1e9);
    Map<String, Double> values =
        Map.of(
            ServerTimeline.CPU, rounded((busyTicks - lastBusyTicks) / ticks, 100),
            ServerTimeline.RSS, rounded(Double.parseDouble(fields.get(RSS)) / PAGES_PER_MIB, 10),
            ServerTimeline.THREADS, Double.parseDouble(fields.get(THREADS)),
            ServerTimeline.IDLE, rounded((idleTicks - lastIdleTicks) / ticks, 100));
    lastBusyTicks = busyTicks;
    lastIdleTicks = idleTicks;
    lastNanos = now;
    return values;
  }

  /** More digits would say nothing and fill files. */
  private static double rounded(double value, int parts) {
    return Math.round(value * parts) / (double) parts;
  }

  private static double ticks(List<String> fields, int one, int other) {
    return Double.parseDouble(fields.get(one)) + Double.parseDouble(fields.get(other));
  }

  private List<String> ofProcess() throws IOException {
    String line = Files.readString(process);
    return List.of(line.substring(line.lastIndexOf(')') + 2).split(" "));
  }

  private List<String> ofMachine() throws IOException {
    try (Stream<String> lines = Files.lines(machine)) {
      List<String> fields = List.of(lines.findFirst().orElse("").split(" +"));
      if (fields.size() <= WAITING_FOR_DISK) {
        throw new IOException(machine + " is not as proc_stat(5) describes it");
      }
      return fields;
    }
  }
}
