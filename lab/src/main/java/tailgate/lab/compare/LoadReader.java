package tailgate.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.Measurement;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.stats.Interval;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.stats.TailInterval;

/** Reads what came of a load without phases. */
record LoadReader(VariantsPlan plan, VariantRun run, LoadOutcome outcome) {

  /**
   * Returns the result of the run.
   *
   * @param settled whether the server had settled before; one that began cold says it by its
   *     seconds
   */
  VariantResult result(Optional<SteadyState> settled) {
    List<SegmentResult> tests = plan.traffic().counted() == null ? List.of() : tests();
    long warmUp = plan.traffic().warmUp().toMillis();
    Measurement measured =
        tests.isEmpty()
            ? measurement(warmUp, plan.traffic().time().toNanos(), warmUp)
            : counted(tests);
    ColdSeconds seconds = plan.readsSeconds() ? seconds() : null;
    SteadyState state = seconds == null ? settled.orElse(null) : seconds.settled();
    Interval p99 =
        TailInterval.ofP99(outcome.seconds(), 1)
            .filter(interval -> measured.figures().isExact(99))
            .orElse(null);
    List<Double> each = tests.isEmpty() ? null : tests.stream().map(LoadReader::perSecond).toList();
    return new VariantResult(run, measured, state, p99, null, null, seconds, each, null, null);
  }

  private Measurement counted(List<SegmentResult> tests) {
    long from = tests.getFirst().fromNanos();
    long nanos = Math.max(1, tests.getLast().toNanos() - from);
    // A window is too wide for a test of a second: one would include some of the warm-up.
    return measurement(TimeUnit.NANOSECONDS.toMillis(from), nanos, Long.MAX_VALUE);
  }

  private Measurement measurement(long fromMillis, long nanos, long timelineFromMillis) {
    String stage = plan.variant(run.variant()).stage();
    return outcome.measurement(run.title(), stage, fromMillis, nanos, timelineFromMillis);
  }

  private List<SegmentResult> tests() {
    return outcome.load().segments().stream()
        .filter(result -> result.segment().kind().counts())
        .toList();
  }

  private static double perSecond(SegmentResult test) {
    return test.answeredInTime() * 1e9 / Math.max(1, test.toNanos() - test.fromNanos());
  }

  private ColdSeconds seconds() {
    List<Long> answered =
        outcome.load().seconds().stream().map(LoadResult.Second::answered).toList();
    List<Long> p99 =
        outcome.seconds().stream()
            .map(all -> all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(99))
            .toList();
    List<Double> cpu = new ArrayList<>();
    for (int i = 0; i < answered.size(); i++) {
      long begun = outcome.load().startEpochMillis() + i * 1_000L;
      double used = outcome.server().kernel().cpuSeconds(begun, begun + 1_000).orElse(Double.NaN);
      cpu.add(used * 1e6 / Math.max(1, answered.get(i)));
    }
    return new ColdSeconds(answered, p99, cpu);
  }
}
