package tailgate.lab.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.plan.ExperimentReader;

/** Runs with phases that nobody has measured, of burst and of overload. */
public final class PhaseSamples {

  static final Health WELL = new Health(1_000, 1_000, 0, 0, 10, 20);
  static final Health BEHIND = new Health(1_000, 970, 0, 0, 10, 20);

  /** The servers of overload can do so many requests a second. */
  static final double CAPACITY = 800;

  private static final long START = 1_700_000_000_000L;

  private PhaseSamples() {}

  // ---- burst

  /** Returns the plan for requests that wait, on kept connections. */
  public static VariantsPlan burst() {
    return plan("burst", Map.of("handler", List.of("io-50ms"), "connections", List.of("kept")));
  }

  private static VariantsPlan plan(String name, Map<String, List<String>> only) {
    try {
      return FilePlan.of(
              name,
              ExperimentReader.ofLab(name),
              null,
              Map.of("25", "25.0.3"),
              only,
              Set.of(),
              new Blocks(10, 7))
          .on(2);
    } catch (LabException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns a run in which all is well, and whose pool begins with eight workers. */
  public static VariantResult burst(int block, String stage, long spikeMicros) {
    return burst(block, stage, false, spikeMicros, 0, WELL, 8.0);
  }

  static VariantResult burst(
      int block,
      String stage,
      boolean twin,
      long spikeMicros,
      long failed,
      Health health,
      @Nullable Double workers) {
    String name = stage + ", io-50ms, kept";
    VariantRun run = new VariantRun(name, burst().variant(name).server(), block, twin);
    Figures spike = figures(600, failed, spikeMicros);
    Measurement measured =
        new Measurement(
            run.title(),
            burst().variant(name).stage(),
            600,
            spike,
            Collections.nCopies(Figures.CURVE.size(), spikeMicros),
            START,
            39_000,
            new Timeline(
                100,
                List.of(10L, 50L),
                List.of(0L, 0L),
                List.of(50_000L, 60_000L),
                List.of(51_000L, spikeMicros),
                List.of(51_000L, spikeMicros)),
            health,
            new ServerView(
                new ServerTimeline(
                    List.of(START + 50, START + 150), Map.of("threads", List.of(30.0, 86.0))),
                ServerTimeline.EMPTY),
            null);
    return result(
        run,
        measured,
        new PhaseResults(
            List.of(ofAll("else", 38, figures(400, 0, 52_000)), ofAll("spike", 1, spike)),
            null,
            workers,
            null));
  }

  private static Figures figures(long count, long failed, long p99) {
    return new Figures(count, failed, p99 / 2, p99, p99, p99, p99, p99);
  }

  private static PhaseResult ofAll(String name, double seconds, Figures all) {
    long arrivals = all.count() + all.failed();
    return new PhaseResult(
        name,
        null,
        seconds,
        arrivals,
        all.count(),
        all.failed(),
        0,
        all,
        all,
        10,
        0,
        null,
        null,
        null,
        null);
  }

  private static VariantResult result(VariantRun run, Measurement measured, PhaseResults phases) {
    return new VariantResult(run, measured, null, null, null, null, null, null, phases, null);
  }

  // ---- overload

  /** Returns the plan for requests that wait. */
  static VariantsPlan overload(List<String> stages, List<String> policies, List<String> clients) {
    return plan(
        "overload",
        Map.of(
            "handler", List.of("waits"),
            "stage", stages,
            "policy", policies,
            "clients", clients));
  }

  static VariantsPlan overload() {
    return overload(
        List.of("threadpool", "event-loop"), List.of("fifo", "codel"), List.of("leave"));
  }

  /**
   * The phases of a run that does what it has to.
   *
   * @param share of the capacity that is answered in time in an overload
   * @param p99 of the admitted in an overload, in microseconds; below the capacity it is 12 ms
   * @param lag of the generator in an overload, in microseconds
   */
  static Map<String, PhaseResult> phases(double share, long p99, long lag) {
    Map<String, PhaseResult> phases = new LinkedHashMap<>();
    phases.put("0.5x", phase("0.5x", 0.5, 0.5, 12_000, 100));
    phases.put("begin", phase("begin", 2, share / 2, p99, lag));
    phases.put("2x", phase("2x", 2, share, p99, lag));
    phases.put("after", with(phase("after", 0.5, 0.5, 12_000, 100), null, 100L));
    phases.put("0.9x", with(phase("0.9x", 0.9, 0.9, 12_000, 100), 0.0, null));
    phases.put("1x", with(phase("1x", 1, 1, 12_000, 100), 0.0, null));
    phases.put("1.5x", with(phase("1.5x", 1.5, share, p99, lag), 0.0, null));
    phases.put("3x", with(phase("3x", 3, share, p99, lag), 0.0, null));
    return phases;
  }

  /** Returns three seconds; whoever is not answered in time is refused. */
  static PhaseResult phase(String name, double times, double share, long p99, long lag) {
    long arrivals = Math.round(times * CAPACITY * 3);
    long inTime = Math.round(share * CAPACITY * 3);
    Figures admitted = new Figures(inTime, 0, 11_000, 11_000, 11_000, p99, p99, p99);
    return new PhaseResult(
        name,
        times,
        3,
        arrivals,
        inTime,
        arrivals - inTime,
        0,
        null,
        admitted,
        lag,
        0,
        null,
        null,
        null,
        null);
  }

  static PhaseResult with(PhaseResult phase, @Nullable Double lostBefore, @Nullable Long recovery) {
    return with(phase, lostBefore, recovery, null, null);
  }

  static PhaseResult with(
      PhaseResult phase,
      @Nullable Double lostBefore,
      @Nullable Long recovery,
      @Nullable Persistent persistent,
      @Nullable Double compiling) {
    return new PhaseResult(
        phase.name(),
        phase.times(),
        phase.seconds(),
        phase.arrivals(),
        phase.inTime(),
        phase.refused(),
        phase.gaveUp(),
        phase.all(),
        phase.admitted(),
        phase.lagP99Micros(),
        phase.blocked(),
        lostBefore,
        persistent,
        compiling,
        recovery);
  }

  static VariantResult overload(
      VariantsPlan plan, String name, int block, boolean twin, Map<String, PhaseResult> phases) {
    VariantRun run = new VariantRun(name, plan.variant(name).server(), block, twin);
    PhaseResult main = phases.getOrDefault("2x", phases.values().iterator().next());
    Measurement measured =
        new Measurement(
            run.title(),
            plan.variant(name).stage(),
            main.goodput(),
            main.admitted(),
            Collections.nCopies(Figures.CURVE.size(), 12_000L),
            1_000,
            11_000,
            new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of()),
            null,
            ServerView.NOTHING,
            null);
    Figures closed = new Figures(1_600, 0, 15_000, 15_000, 15_000, 16_000, 16_000, 16_000);
    return result(
        run,
        measured,
        new PhaseResults(
            List.copyOf(phases.values()),
            new PhaseResults.ServerCapacity(CAPACITY, closed, 20_000.0),
            null,
            null));
  }

  /** Returns ten blocks of an arm and of its A/A arm, with a little noise. */
  static List<VariantResult> tenBlocks(VariantsPlan plan, String name, double share, long p99) {
    List<VariantResult> all = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      double noise = 1 + (block % 3 - 1) * 0.001;
      all.add(overload(plan, name, block, false, phases(share * noise, p99, 0)));
      all.add(overload(plan, name, block, true, phases(share / noise, p99, 0)));
    }
    return all;
  }
}
