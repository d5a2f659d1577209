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
import tailgate.lab.machine.Cores;
import tailgate.lab.machine.ProcessorTime;

/**
 * CPU, memory and threads of a server, and how much of the machine is idle, from Linux's {@code
 * /proc}; see {@link Usage} and proc_stat(5). Server and generator may share the machine, so it can
 * be fully used while the server's own share is small. Confined to one thread.
 */
final class KernelGauge implements ServerSampler.Gauge {

  private static final double PAGES_PER_MIB = (1 << 20) / 4096.0;

  /** A reading that took longer is tried again: its thread had to wait for a processor. */
  private static final long NARROW_NANOS = 2_000_000;

  private static final int TRIES = 4;

  /** Between readings that are closer than this, a mean says nothing: a tick is 10 ms. */
  private static final long SHORTEST_NANOS = 50_000_000;

  /** The limit for another machine, where each reading takes a network round trip. */
  private static final long NARROW_ELSEWHERE_NANOS = 20_000_000;

  private final Source source;

  /** Whether the server is one process. Only then is all its processor time read without delay. */
  private final boolean isOne;

  private final long narrowNanos;
  private final LongSupplier nanoTime;
  private final int cores;
  private final CpuReading first;

  private CpuReading last;

  /** What the server used at the last reading. */
  private Usage usage = new Usage(0, 0, 0);

  /**
   * A reading of the server and of its machine.
   *
   * @param machine the first line of the machine's {@code stat}
   */
  private record Both(Usage usage, String machine) {}

  /** The place from which server and machine are read. */
  @FunctionalInterface
  private interface Source {
    Both read() throws IOException;
  }

  /** A gauge of a server that may run on another machine. */
  KernelGauge(WatchedServer server, LongSupplier nanoTime) throws IOException {
    this(() -> both(server), true, allowedThere(server), NARROW_ELSEWHERE_NANOS, nanoTime);
  }

  private static int allowedThere(WatchedServer server) throws IOException {
    int cores = Cores.allowed(server.counters().lines(server.pid() + "/status").stream()).size();
    if (cores == 0) {
      throw new IOException("the kernel there does not say what it may use");
    }
    return cores;
  }

  /** Returns how many processors a process may use; as this JVM if the kernel does not say. */
  private static int allowedHere(Path proc, long pid) {
    int cores = new Cores(proc, proc).allowed(Long.toString(pid)).size();
    return cores == 0 ? Runtime.getRuntime().availableProcessors() : cores;
  }

  private static Both both(WatchedServer server) throws IOException {
    Proc now = server.stat();
    List<String> process = now.lines(server.pid() + "/stat");
    List<String> machine = now.lines("stat");
    if (process.isEmpty() || machine.isEmpty()) {
      throw new IOException("the server has ended");
    }
    return new Both(Usage.of(process.get(0)), machine.get(0));
  }

  /** Creates a gauge of one process; {@code proc} is {@code /proc}, except in tests. */
  KernelGauge(Path proc, long pid, LongSupplier nanoTime) throws IOException {
    this(
        local(proc, Usage.ofOne(proc.resolve(Long.toString(pid)))),
        true,
        allowedHere(proc, pid),
        NARROW_NANOS,
        nanoTime);
  }

  /**
   * A gauge of several processes. A new child is found late, with all its processor time. So only
   * the time since the start is checked.
   *
   * @param pid of their parent
   */
  KernelGauge(Path proc, long pid, Supplier<Set<Long>> processes, LongSupplier nanoTime)
      throws IOException {
    this(
        local(proc, Usage.ofTree(proc, processes)),
        false,
        allowedHere(proc, pid),
        NARROW_NANOS,
        nanoTime);
  }

  private static Source local(Path proc, Usage.Source server) {
    return () -> {
      Usage usage = server.read();
      try (Stream<String> lines = Files.lines(proc.resolve("stat"))) {
        return new Both(usage, lines.findFirst().orElse(""));
      }
    };
  }

  private KernelGauge(
      Source source, boolean isOne, int cores, long narrowNanos, LongSupplier nanoTime)
      throws IOException {
    this.source = source;
    this.isOne = isOne;
    this.narrowNanos = narrowNanos;
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

  /** Returns the mean since the last reading in cores; NaN if that is too short ago. */
  private double mean(double ticks, CpuReading now) {
    long nanos = now.middleNanos() - last.middleNanos();
    return nanos < SHORTEST_NANOS
        ? Double.NaN
        : rounded(ticks / CpuReading.TICKS_PER_SECOND / (nanos / 1e9), 100);
  }

  /** Returns the narrowest of a few readings. */
  private CpuReading narrow() throws IOException {
    CpuReading best = reading();
    for (int i = 1; i < TRIES && best.widthNanos() > narrowNanos; i++) {
      CpuReading next = reading();
      best = next.widthNanos() < best.widthNanos() ? next : best;
    }
    return best;
  }

  private CpuReading reading() throws IOException {
    long before = nanoTime.getAsLong();
    Both both = source.read();
    long after = nanoTime.getAsLong();
    usage = both.usage;
    return new CpuReading(usage.ticks(), ProcessorTime.of(both.machine).idle(), before, after);
  }

  /** Rounds; more digits would mean nothing and make the files longer. */
  private static double rounded(double value, int parts) {
    return Math.round(value * parts) / (double) parts;
  }
}
