package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.project.Project;

/**
 * A workload for which arithmetic says what each model can do at most: a request holds a worker for
 * its wait and its computation, and a core for the latter. Times are milliseconds.
 *
 * @param slots requests that may wait at a time; 0 for any number
 * @param failing whether one request in two hundred fails
 */
record KnownAnswer(
    String name, String slo, double waits, double computes, int slots, boolean failing) {

  static final List<KnownAnswer> ALL =
      List.of(
          waits("waits 5 ms", "p99=50ms", 5),
          waits("waits 20 ms", "p99=50ms", 20),
          waits("waits 100 ms", "p99=200ms", 100),
          waits("waits 200 ms, within a second", "p99=1s", 200),
          waits("waits 1.7 s, within two seconds", "p99=2s", 1_700),
          waits("waits longer than it may", "p99=50ms", 100),
          new KnownAnswer("computes 2 ms", "p99=50ms", 0, 2, 0, false),
          new KnownAnswer("computes 20 ms", "p99=500ms", 0, 20, 0, false),
          new KnownAnswer("waits 20 ms and computes 2", "p99=100ms", 20, 2, 0, false),
          new KnownAnswer("ten slots of 20 ms", "p99=100ms", 20, 0, 10, false),
          new KnownAnswer("two slots of 5 ms", "p99=50ms", 5, 0, 2, false),
          new KnownAnswer("fails once in 200 times", "p99=50ms", 5, 0, 0, true));

  /** What a server needs for a request besides its handler: at least, on any processor. */
  private static final double LEAST_COMPUTES = 0.02;

  private static final Map<String, Integer> WORKERS =
      Map.of("threadpool", 100, "adaptive-pool", 256);

  /** What is equal for {@code choose} with {@code --quick}, and a little more. */
  private static final double NEAR = 0.8;

  /** A queue that was found too late lets a little more than the most hold, in a short step. */
  private static final double MOST = 1.08;

  private static KnownAnswer waits(String name, String slo, double millis) {
    return new KnownAnswer(name, slo, millis, 0, 0, false);
  }

  Objective objective() {
    return Objective.parse(slo);
  }

  /** What a request takes alone. */
  double held() {
    return waits + computes + LEAST_COMPUTES;
  }

  /** Whether some model keeps the objective at all. */
  boolean isPossible() {
    return !failing && held() * 1_000 < objective().micros();
  }

  /**
   * The most that a candidate can answer in a second.
   *
   * @param workers of a pool; null for its default, and for other stages
   * @param cores of the server
   */
  double most(String stage, @Nullable Integer workers, int cores) {
    double atATime =
        switch (stage) {
          case "singlethreaded" -> 1;
          case "event-loop" -> cores;
          default -> {
            Integer usual = WORKERS.get(stage);
            yield workers != null ? workers : usual != null ? usual : ChoosePlan.MOST_CONNECTIONS;
          }
        };
    double behind = slots == 0 ? Double.POSITIVE_INFINITY : slots * 1e3 / waits;
    double computed = cores * 1e3 / (computes + LEAST_COMPUTES);
    return Math.min(behind, Math.min(computed, atATime * 1e3 / held()));
  }

  /** What a run of {@code choose} has said. */
  enum Outcome {
    RIGHT,
    NONE,
    WRONG
  }

  /**
   * A recommendation, or none.
   *
   * @param stage that was recommended; empty if none was
   * @param perSecond its capacity
   * @param best the highest capacity of any candidate
   * @param isObjection whether the data were not good enough; else no model keeps the objective
   */
  record Said(
      Optional<String> stage,
      @Nullable Integer workers,
      double perSecond,
      double best,
      boolean isObjection) {}

  Outcome outcome(Said said, int cores) {
    if (said.stage.isEmpty()) {
      return said.isObjection ? Outcome.NONE : isPossible() ? Outcome.WRONG : Outcome.RIGHT;
    }
    double most = most(said.stage.get(), said.workers, cores);
    boolean isRight =
        isPossible()
            && said.perSecond <= MOST * most
            && most >= NEAR * Math.min(said.best, bestOfAll(cores))
            && said.perSecond >= least(cores);
    return isRight ? Outcome.RIGHT : Outcome.WRONG;
  }

  /** Where the handler is the limit, and not the server, a good answer is near what is possible. */
  private double least(int cores) {
    boolean isKnown = slots > 0 || computes >= 1;
    return isKnown ? 0.6 * bestOfAll(cores) : 0;
  }

  private double bestOfAll(int cores) {
    return Project.STAGES.stream().mapToDouble(stage -> most(stage, null, cores)).max().orElse(0);
  }

  /** As on a command line; without the handler of those that need one. */
  List<String> options() {
    List<String> options = new ArrayList<>(List.of("--slo", slo));
    if (slots == 0 && !failing) {
      if (waits > 0) {
        options.addAll(List.of("--simulate-io", time(waits)));
      }
      if (computes > 0) {
        options.addAll(List.of("--simulate-cpu", time(computes)));
      }
    }
    return options;
  }

  private static String time(double millis) {
    return Math.round(millis) + "ms";
  }

  @Override
  public String toString() {
    return name;
  }
}
