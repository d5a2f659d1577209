package tailgate.lab.overload;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.Recovery;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.ServerTimeline;

/**
 * Reads the segments of an open load.
 *
 * @param latencies of answers in microseconds, by the label of their segment
 * @param waited of requests without an answer, likewise
 * @param kernel what the server used meanwhile
 */
record Stretches(
    OverloadRun run,
    LoadResult load,
    Map<String, Histogram> latencies,
    Map<String, Histogram> waited,
    ServerTimeline kernel) {

  /** The latency is back when it is within so many times of what it was before. */
  private static final double WORSE = 1.5;

  /** The steps of the plan, in its order. */
  List<OverloadPoint> steps(OverloadPlan plan) {
    return plan.loads().stream()
        .map(load -> point(plan, load, only(Kind.STEADY, plan.cycle(load))))
        .toList();
  }

  /** The first part of the pulse, until a policy can have noticed it. */
  OverloadPoint begin(OverloadPlan plan) {
    return point(plan, OverloadPlan.TWICE, only(Kind.SPIKE, 1));
  }

  /** What comes after the pulse. */
  OverloadPoint after(OverloadPlan plan) {
    return point(plan, OverloadPlan.HALF, only(Kind.COOL_DOWN, 1));
  }

  private SegmentResult only(Kind kind, int cycle) {
    return find(kind, cycle)
        .orElseThrow(() -> new IllegalArgumentException(format("there is no %s %d", kind, cycle)));
  }

  private Optional<SegmentResult> find(Kind kind, int cycle) {
    return load.segments().stream()
        .filter(its -> its.segment().kind() == kind && its.segment().cycle() == cycle)
        .findFirst();
  }

  private OverloadPoint point(OverloadPlan plan, double times, SegmentResult result) {
    long patienceMicros = run.clients().longest(plan.patience()).toNanos() / 1_000;
    Histogram answered = answered(result);
    long left =
        Objects.requireNonNullElseGet(waited.get(result.segment().label()), Stretches::none)
            .getTotalCount();
    Figures all = result.figures();
    Optional<SegmentResult> probe =
        result.segment().kind() == Kind.STEADY
            ? find(Kind.QUIET, result.segment().cycle())
            : Optional.empty();
    return new OverloadPoint(
        times,
        result.segment().millis() / 1e3,
        arrivals(result),
        answered.getCountBetweenValues(0, patienceMicros),
        Math.max(0, all.failed() + all.missing() - left),
        left,
        Figures.of(answered, 0),
        Objects.requireNonNullElse(result.lagP99Micros(), 0L),
        Objects.requireNonNullElse(result.blocked(), 0L),
        probe.map(its -> lost(its, patienceMicros)).orElse(null),
        run.clients().areMixed() ? result.persistent() : null,
        compiling(result));
  }

  /** In processors; null if that is not known. */
  private @Nullable Double compiling(SegmentResult result) {
    long begin = load.startEpochMillis() + beginMillis(result);
    long millis = result.segment().millis();
    OptionalDouble seconds = kernel.compilerSeconds(begin, begin + millis);
    return seconds.isPresent() ? seconds.getAsDouble() * 1e3 / millis : null;
  }

  private Histogram answered(SegmentResult result) {
    return Objects.requireNonNullElseGet(latencies.get(result.segment().label()), Stretches::none);
  }

  private static long arrivals(SegmentResult result) {
    Figures all = result.figures();
    return all.count() + all.failed() + all.missing();
  }

  private double lost(SegmentResult probe, long patienceMicros) {
    long inTime = answered(probe).getCountBetweenValues(0, patienceMicros);
    return 1 - (double) inTime / Math.max(1, arrivals(probe));
  }

  private static Histogram none() {
    return new Histogram(3);
  }

  /** From the end of the pulse until the latency is what it was; null if that was not seen. */
  @Nullable Long recoveryMillis(OverloadPlan plan) {
    SegmentResult after = only(Kind.COOL_DOWN, 1);
    long end = beginMillis(after);
    SegmentResult before = only(Kind.STEADY, plan.cycle(OverloadPlan.HALF));
    OptionalLong found =
        Recovery.millis(
            load.timeline(), end, end + after.segment().millis(), WORSE * before.figures().p99());
    return found.isPresent() ? found.getAsLong() : null;
  }

  /** When the step before the pulse begins, in milliseconds from the start of the load. */
  long beginMillis(OverloadPlan plan) {
    return beginMillis(only(Kind.STEADY, plan.cycle(OverloadPlan.HALF)));
  }

  private long beginMillis(SegmentResult wanted) {
    return load.segments().stream()
        .takeWhile(result -> !result.equals(wanted))
        .mapToLong(result -> result.segment().millis())
        .sum();
  }
}
