package tailgate.lab.choose;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Failures;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LatencyBreakdown;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/** Steps and arms of tests. Immutable. */
record Samples(
    double rate,
    long failed,
    long inTime,
    long p50,
    long tail,
    boolean exact,
    double drift,
    long lag,
    @Nullable Double cpu,
    long blocked) {

  static final Objective OBJECTIVE = Objective.parse("p99=50ms");

  /** A second of good answers. */
  static Samples step(double rate) {
    return new Samples(rate, 0, Math.round(rate), 20_100, 21_000, true, 0, 100, 100.0, 0);
  }

  Samples failed(long some) {
    return new Samples(rate, some, inTime, p50, tail, exact, drift, lag, cpu, blocked);
  }

  Samples inTime(long some) {
    return new Samples(rate, failed, some, p50, tail, exact, drift, lag, cpu, blocked);
  }

  Samples tail(long micros) {
    return new Samples(rate, failed, inTime, p50, micros, exact, drift, lag, cpu, blocked);
  }

  Samples p50(long micros) {
    return new Samples(rate, failed, inTime, micros, tail, exact, drift, lag, cpu, blocked);
  }

  Samples exact(boolean is) {
    return new Samples(rate, failed, inTime, p50, tail, is, drift, lag, cpu, blocked);
  }

  Samples drift(double microsPerSecond) {
    return new Samples(rate, failed, inTime, p50, tail, exact, microsPerSecond, lag, cpu, blocked);
  }

  Samples lag(long micros) {
    return new Samples(rate, failed, inTime, p50, tail, exact, drift, micros, cpu, blocked);
  }

  Samples cpu(@Nullable Double micros) {
    return new Samples(rate, failed, inTime, p50, tail, exact, drift, lag, micros, blocked);
  }

  Samples blocked(long some) {
    return new Samples(rate, failed, inTime, p50, tail, exact, drift, lag, cpu, some);
  }

  Step build() {
    return build(null);
  }

  /** The same that asks for so many times what the cores have; null if that is not known. */
  Step build(@Nullable Double asked) {
    return build(asked, null);
  }

  /** Makes the same step at a server that says where the time went. */
  Step build(@Nullable Double asked, @Nullable Breakdown breakdown) {
    long arrivals = Math.round(rate);
    boolean isSlow = tail > OBJECTIVE.micros();
    long within = isSlow ? arrivals * 98 / 100 : arrivals - failed;
    return new Step(
        rate,
        1,
        arrivals,
        arrivals - failed,
        failed,
        within,
        inTime,
        p50,
        p50,
        tail,
        exact,
        drift,
        lag,
        blocked,
        cpu,
        30.0,
        150.0,
        null,
        failed == 0 ? Failures.NONE : new Failures(Map.of("500", failed)),
        asked,
        breakdown);
  }

  static ChoosePlan plan(List<String> stages, Pace pace) {
    return plan(OBJECTIVE, stages, pace);
  }

  static ChoosePlan plan(Objective objective, List<String> stages, Pace pace) {
    return new ChoosePlan(
        objective,
        stages,
        "a handler that waits 20ms",
        List.of("--simulate-io", "20ms"),
        StageArguments.NONE,
        ChoosePlan.PATH,
        null,
        true,
        pace,
        new Blocks(1, 7),
        1,
        null);
  }

  /**
   * A candidate of a handler that holds a worker for 20.1 ms, with 12 % between the rate that held
   * and the one that failed.
   */
  static Arm arm(String stage, @Nullable Integer workers, boolean sized, double capacity) {
    return arm(stage, workers, sized, capacity, 20_100, 100.0);
  }

  static Arm arm(
      String stage,
      @Nullable Integer workers,
      boolean sized,
      double capacity,
      long heldMicros,
      Double cpuMicros) {
    Samples at = step(capacity).p50(heldMicros).tail(heldMicros + 1_000).cpu(cpuMicros);
    Step slow = step(capacity * 1.02).p50(heldMicros).tail(60_000).cpu(cpuMicros).build();
    Step half = step(capacity / 2).p50(heldMicros).tail(heldMicros + 1_000).cpu(cpuMicros).build();
    Aftermath after = new Aftermath(half, slow, slow, 1_200L, 2_000);
    return new Arm(
        stage,
        workers,
        sized,
        null,
        12_000,
        List.of(at.build(), slow),
        new Capacity(List.of(capacity), List.of(capacity * 1.02), false),
        after,
        null,
        measurement(Arm.name(stage, workers)),
        null,
        null);
  }

  /** Adds steps to an arm that holds 1,000/s: of one the server says that requests waited. */
  static Arm explained(Arm arm) {
    LatencyBreakdown fast = new LatencyBreakdown(100, 0, 0, 0, 0, 0, 2_000_000, 0);
    LatencyBreakdown slow = new LatencyBreakdown(2, 0, 0, 54_000, 0, 0, 40_000, 0);
    LatencyBreakdown late = new LatencyBreakdown(1, 9_000_000, 0, 0, 0, 0, 0, 0);
    Breakdown known = new Breakdown(List.of(fast, fast, fast, slow), List.of());
    Breakdown other = new Breakdown(List.of(late, late, late, late), List.of());
    return arm.and(
        List.of(
            step(900).build(null, known),
            step(500).build(null, other),
            step(1_100).build(null, other)));
  }

  static Measurement measurement(String name) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount(20_100, 1_000);
    return new Measurement(
        name,
        name,
        1_000,
        Figures.of(latencies, 0),
        Figures.curve(latencies),
        0,
        Duration.ofSeconds(1).toMillis(),
        new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of()),
        null,
        ServerView.NOTHING,
        null);
  }

  /** What comes of a load if each of 40 requests fails for this cause. */
  static Driven refused(LoadSpec load, String cause) {
    List<SegmentResult> results =
        load.segments().stream()
            .map(
                segment ->
                    new SegmentResult(
                        segment,
                        Figures.of(new Histogram(3), 40),
                        0,
                        1,
                        0,
                        0L,
                        0L,
                        null,
                        new Failures(Map.of(cause, 40L)),
                        null))
            .toList();
    LoadResult result =
        new LoadResult(
            0, new Health(1, 1, 0, 0, 1, 1), results, measurement("").latency(), List.of());
    return new Driven(result, Map.of(), ServerView.NOTHING, Disturbance.UNKNOWN);
  }

  static ChooseResult result(Arm... arms) {
    return new ChooseResult(new ChooseRun(arms[0].stage(), 1, false), List.of(arms));
  }
}
