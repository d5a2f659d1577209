package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tailgate.lab.load.ServerTimeline;

/**
 * CPU, memory and threads of a server, and how much of the machine is idle, from Linux's {@code
 * /proc}; see {@link Usage} and proc_stat(5). Server and generator may share the machine, so it can
 * be fully used while the server's own share is small. Confined to one thread.
 */
final class KernelGauge implements ServerSampler.Gauge {

  private static final double PAGES_PER_MIB = (1 << 20) / 4096.0;

  /** Fields of the first line of the machine's {@code stat}. */
  private static final int IDLE = 4;

  private static final int WAITING_FOR_DISK = 5;

  /** A reading that took longer is tried again: its thread had to wait for a processor. */
  private static final long NARROW_NANOS = 2_000_000;

  private static final int TRIES = 4;

  /** Between readings that are closer than this, a mean says nothing: a tick is 10 ms. */
  private static final long SHORTEST_NANOS = 50_000_000;

  private final Usage.Source server;

  /** Whether it is one process, of which no time is ever seen late. */
  private final boolean isOne;

  private final Path machine;
  private final LongSupplier nanoTime;
  private final int cores;
  private final CpuReading first;

  private CpuReading last;

  /** Of the last reading. */
  private Usage usage = new Usage(0, 0, 0);

  /**
   * @param proc {@code /proc}, except in tests
   */
  KernelGauge(Path proc, long pid, LongSupplier nanoTime) throws IOException {
    this(
        proc,
        Usage.ofOne(proc.resolve(Long.toString(pid))),
        true,
        AllowedCores.of(proc.resolve(Long.toString(pid))),
        nanoTime);
  }

  /**
   * Of several processes: a child that was not known is seen late, with all its time until then, so
   * that only the time since the start is checked.
   *
   * @param pid of their parent
   */
  KernelGauge(Path proc, long pid, Supplier<Set<Long>> processes, LongSupplier nanoTime)
      throws IOException {
    this(
        proc,
        Usage.ofTree(proc, processes),
        false,
        AllowedCores.of(proc.resolve(Long.toString(pid))),
        nanoTime);
  }

  private KernelGauge(
      Path proc, Usage.Source server, boolean isOne, int cores, LongSupplier nanoTime)
      throws IOException {
    this.server = server;
    this.isOne = isOne;
    this.machine = proc.resolve("stat");
    this.nanoTime = nanoTime;
    this.cores = cores;
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
    if (isOne) {
      now.checkSince(last, cores);
    }
    now.checkSince(first, cores);
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(ServerTimeline.CPU, mean(now.busyTicks() - last.busyTicks(), now));
    values.put(ServerTimeline.IDLE, mean(now.idleTicks() - last.idleTicks(), now));
    values.put(
        ServerTimeline.CPU_SECONDS,
        rounded((now.busyTicks() - first.busyTicks()) / CpuReading.TICKS_PER_SECOND, 100));
    values.put(
        ServerTimeline.CPU_CLOCK, rounded((now.middleNanos() - first.middleNanos()) / 1e9, 10_000));
    values.put(ServerTimeline.RSS, rounded(usage.pages() / PAGES_PER_MIB, 10));
    values.put(ServerTimeline.THREADS, usage.threads());
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
    usage = server.read();
    List<String> ofMachine = ofMachine();
    long after = nanoTime.getAsLong();
    return new CpuReading(usage.ticks(), ticks(ofMachine, IDLE, WAITING_FOR_DISK), before, after);
  }

  /** More digits would say nothing and fill files. */
  private static double rounded(double value, int parts) {
    return Math.round(value * parts) / (double) parts;
  }

  private static double ticks(List<String> fields, int one, int other) {
    return Double.parseDouble(fields.get(one)) + Double.parseDouble(fields.get(other));
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
