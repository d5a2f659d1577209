package tailgate.lab.monitor;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tailgate.lab.load.ServerTimeline;

/**
 * The processor time of the just-in-time compilers of a server's JVM: those threads that it has
 * when this begins, which on one processor are all. It is the time of each thread's {@code
 * schedstat}, in nanoseconds. Immutable.
 *
 * @param files of these threads
 */
record Compilers(Proc proc, List<String> files) implements ServerSampler.Gauge {

  /** Of a tenth of a millisecond. */
  private static final double NANOS = 1e5;

  Compilers {
    files = List.copyOf(files);
  }

  /**
   * Looks for them.
   *
   * @param proc {@code /proc}, except in tests
   */
  static Compilers of(Path proc, long pid) {
    Proc its = Proc.in(proc);
    String tasks = pid + "/task";
    return new Compilers(
        its,
        its.names(tasks).stream()
            .map(task -> tasks + "/" + task)
            .filter(task -> its.lines(task + "/status").stream().anyMatch(Compilers::isNamed))
            .map(task -> task + "/schedstat")
            .toList());
  }

  /** Whether a line of a thread's status names it as HotSpot names its compilers. */
  static boolean isNamed(String line) {
    return line.startsWith("Name:\tC1 Compiler") || line.startsWith("Name:\tC2 Compiler");
  }

  /** None of a server without such threads. */
  @Override
  public Map<String, Double> read() {
    if (files.isEmpty()) {
      return Map.of();
    }
    double nanos = files.stream().mapToDouble(this::nanos).sum();
    return Map.of(ServerTimeline.COMPILER_SECONDS, Math.round(nanos / NANOS) / (1e9 / NANOS));
  }

  /** 0 of a thread that has ended. */
  private double nanos(String file) {
    return proc.lines(file).stream()
        .mapToDouble(line -> Double.parseDouble(line.split(" ", 2)[0]))
        .sum();
  }
}
