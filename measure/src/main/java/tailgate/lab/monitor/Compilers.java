package tailgate.lab.monitor;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tailgate.lab.load.ServerTimeline;

/**
 * The processor time of the just-in-time compilers of a server's JVM: those threads that it has
 * when this begins, which on one processor are all. With more processors, HotSpot starts more of
 * them and ends them again. Those that it starts later are not counted; one that has ended keeps
 * its time, so the sum never falls.
 *
 * <p>It is the time of each thread's {@code schedstat}, in nanoseconds. Not safe for use by several
 * threads.
 */
final class Compilers implements ServerSampler.Gauge {

  /** The sum is rounded to a tenth of a millisecond, in nanoseconds. */
  private static final double NANOS = 1e5;

  private final Proc proc;

  /** The nanoseconds that each thread had when it was last read, by its file. */
  private final Map<String, Double> nanos = new HashMap<>();

  private Compilers(Proc proc, List<String> files) {
    this.proc = proc;
    files.forEach(file -> nanos.put(file, 0.0));
  }

  /**
   * Looks for the compiler threads of a JVM.
   *
   * @param proc {@code /proc}, except in tests
   */
  static Compilers of(Path proc, long pid) {
    Proc files = Proc.in(proc);
    String tasks = pid + "/task";
    return new Compilers(
        files,
        files.names(tasks).stream()
            .map(task -> tasks + "/" + task)
            .filter(task -> files.lines(task + "/status").stream().anyMatch(Compilers::isNamed))
            .map(task -> task + "/schedstat")
            .toList());
  }

  /** Whether a line of a thread's status names it as HotSpot names its compilers. */
  static boolean isNamed(String line) {
    return line.startsWith("Name:\tC1 Compiler") || line.startsWith("Name:\tC2 Compiler");
  }

  /** Returns no values for a server without such threads. */
  @Override
  public Map<String, Double> read() {
    if (nanos.isEmpty()) {
      return Map.of();
    }
    nanos.replaceAll(this::nanos);
    double sum = nanos.values().stream().mapToDouble(Double::doubleValue).sum();
    return Map.of(ServerTimeline.COMPILER_SECONDS, Math.round(sum / NANOS) / (1e9 / NANOS));
  }

  private double nanos(String file, double last) {
    return proc.lines(file).stream()
        .mapToDouble(line -> Double.parseDouble(line.split(" ", 2)[0]))
        .findFirst()
        .orElse(last);
  }
}
