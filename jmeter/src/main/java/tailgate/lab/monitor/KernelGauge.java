package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import tailgate.lab.load.ServerTimeline;

/**
 * CPU, memory and threads of a process, and how much of the machine is idle, from Linux's {@code
 * /proc}; see proc_pid_stat(5) and proc_stat(5). Server and generator may share the machine, so it
 * can be fully used while the server's own share is small. Confined to one thread.
 */
final class KernelGauge implements ServerSampler.Gauge {

  private static final double PAGES_PER_MIB = (1 << 20) / 4096.0;

  /** Fields of a process's {@code stat} after the name in parentheses, which may hold anything. */
  private static final int UTIME = 11;

  private static final int STIME = 12;
  private static final int THREADS = 17;
  private static final int RSS = 21;

  /** Fields of the first line of the machine's {@code stat}. */
  private static final int IDLE = 4;

  private static final int WAITING_FOR_DISK = 5;

  /** A reading that took longer is tried again: its thread had to wait for a processor. */
  private static final long NARROW_NANOS = 2_000_000;

  private static final int TRIES = 4;

  /** Between readings that are closer than this, a mean says nothing: a tick is 10 ms. */
  private static final long SHORTEST_NANOS = 50_000_000;

  private final Path process;
  private final Path machine;
  private final LongSupplier nanoTime;
  private final int cores;
  private final CpuReading first;

  private CpuReading last;

  /** The fields of the last reading. */
  private List<String> fields = List.of();

  /**
   * @param proc {@code /proc}, except in tests
   */
  KernelGauge(Path proc, long pid, LongSupplier nanoTime) throws IOException {
    Path folder = proc.resolve(Long.toString(pid));
    this.process = folder.resolve("stat");
    this.machine = proc.resolve("stat");
    this.nanoTime = nanoTime;
    cores = AllowedCores.of(folder);
    first = narrow();
    last = first;
  }

  /**
   * {@code cpu} and {@code idle} are means since the previous reading, in cores.
   *
   * @throws ImpossibleReadingException if the process used more than there was
   */
  @Override
  public Map<String, Double> read() throws IOException {
    CpuReading now = narrow();
    now.checkSince(last, cores);
    now.checkSince(first, cores);
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(ServerTimeline.CPU, mean(now.busyTicks() - last.busyTicks(), now));
    values.put(ServerTimeline.IDLE, mean(now.idleTicks() - last.idleTicks(), now));
    values.put(
        ServerTimeline.CPU_SECONDS,
        rounded((now.busyTicks() - first.busyTicks()) / CpuReading.TICKS_PER_SECOND, 100));
    values.put(
        ServerTimeline.CPU_CLOCK, rounded((now.middleNanos() - first.middleNanos()) / 1e9, 10_000));
    values.put(
        ServerTimeline.RSS, rounded(Double.parseDouble(fields.get(RSS)) / PAGES_PER_MIB, 10));
    values.put(ServerTimeline.THREADS, Double.parseDouble(fields.get(THREADS)));
    last = now;
    return values;
  }

  /** In cores. */
  private double mean(double ticks, CpuReading now) {
    long nanos = now.middleNanos() - last.middleNanos();
    return nanos < SHORTEST_NANOS
        ? Double.NaN
        : rounded(ticks / CpuReading.TICKS_PER_SECOND / (nanos / 1e9), 100);
  }

  /** The narrowest of a few readings. */
  private CpuReading narrow() throws IOException {
    CpuReading best = reading();
    for (int i = 1; i < TRIES && best.widthNanos() > NARROW_NANOS; i++) {
      CpuReading next = reading();
      best = next.widthNanos() < best.widthNanos() ? next : best;
    }
    return best;
  }

  private CpuReading reading() throws IOException {
    long before = nanoTime.getAsLong();
    fields = ofProcess();
    List<String> ofMachine = ofMachine();
    long after = nanoTime.getAsLong();
    return new CpuReading(
        ticks(fields, UTIME, STIME), ticks(ofMachine, IDLE, WAITING_FOR_DISK), before, after);
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
