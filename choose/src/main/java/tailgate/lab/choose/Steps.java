package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Timeline;

/** Reads the segments of a load as steps. */
final class Steps {

  private static final int THIRDS = 3;

  /** More than all cores may be read: readings are some milliseconds off the ends of a step. */
  private static final double MOST_CORES = 1.1;

  private final Driven driven;
  private final Objective objective;
  private final int cores;
  private final double aloneMicros;

  /**
   * Reads a load.
   *
   * @param aloneMicros what a request takes if it waits for no other; 0 if unknown
   */
  Steps(Driven driven, ChoosePlan plan, double aloneMicros) {
    this.driven = driven;
    this.aloneMicros = aloneMicros;
    objective = plan.objective();
    cores = plan.cores();
  }

  /** Returns the steps of all segments of a kind, in their order. */
  List<Step> of(Segment.Kind kind) {
    List<Step> steps = new ArrayList<>();
    long fromMillis = 0;
    for (SegmentResult result : driven.load().segments()) {
      if (result.segment().kind() == kind) {
        steps.add(step(result, fromMillis));
      }
      fromMillis += result.segment().millis();
    }
    return steps;
  }

  private Step step(SegmentResult result, long fromMillis) {
    Segment segment = result.segment();
    long from = driven.load().startEpochMillis() + fromMillis;
    long to = from + segment.millis();
    ServerTimeline kernel = driven.server().kernel();
    OptionalDouble cpuSeconds = cpuSeconds(from, to);
    OptionalDouble idle = kernel.mean(ServerTimeline.IDLE, from, to);
    Histogram latencies = driven.latencies().get(segment.label());
    @Nullable Double cpu =
        cpuSeconds.isEmpty() || result.answeredInTime() == 0
            ? null
            : cpuSeconds.getAsDouble() * 1e6 / result.answeredInTime();
    return new Step(
        segment.perSecond(),
        segment.millis() / 1e3,
        segment.arrivals(),
        result.figures().count(),
        result.figures().failed() + result.figures().missing(),
        latencies == null ? 0 : latencies.getCountBetweenValues(0, objective.micros()),
        result.answeredInTime(),
        result.figures().p50(),
        Objects.requireNonNullElse(result.figures().mean(), (double) result.figures().p50()),
        result.figures().micros(objective.percentile()),
        result.figures().isExact(objective.percentile()),
        drift(driven.load().timeline(), fromMillis, segment.millis()),
        Objects.requireNonNullElse(result.lagP99Micros(), 0L),
        Objects.requireNonNullElse(result.blocked(), 0L),
        cpu,
        most(kernel, ServerTimeline.THREADS, from, to),
        most(kernel, ServerTimeline.RSS, from, to),
        idle.isPresent() ? idle.getAsDouble() : null,
        result.failures(),
        cpu == null ? null : asked(segment, cpu),
        result.breakdown());
  }

  /** Returns what is asked of the cores; who waits for nobody is still being served at the end. */
  private double asked(Segment segment, double cpuMicros) {
    double done = Math.max(0, 1 - aloneMicros / (segment.millis() * 1e3));
    return segment.perSecond() * cpuMicros / 1e6 / cores * done;
  }

  /** Returns the time used; absent if not sampled, or more than the server's cores can give. */
  private OptionalDouble cpuSeconds(long from, long to) {
    OptionalDouble used = driven.server().kernel().cpuSeconds(from, to);
    double most = MOST_CORES * cores * (to - from) / 1e3;
    return used.isPresent() && used.getAsDouble() > most ? OptionalDouble.empty() : used;
  }

  private static @Nullable Double most(ServerTimeline kernel, String name, long from, long to) {
    List<Double> values = kernel.of(name);
    OptionalDouble most =
        IntStream.range(0, values.size())
            .filter(i -> kernel.epochMillis().get(i) >= from && kernel.epochMillis().get(i) < to)
            .mapToDouble(values::get)
            .filter(value -> !Double.isNaN(value))
            .max();
    return most.isPresent() ? most.getAsDouble() : null;
  }

  /**
   * Returns by how much the median latency grows, in microseconds for each second: from the mean of
   * the first third of a segment to that of its last third.
   */
  static double drift(Timeline timeline, long fromMillis, long millis) {
    int first = (int) Math.ceilDiv(fromMillis, timeline.windowMillis());
    int last =
        (int) Math.min((fromMillis + millis) / timeline.windowMillis(), timeline.p50().size());
    int third = (last - first) / THIRDS;
    if (third == 0) {
      return 0;
    }
    OptionalDouble early = mean(timeline, first, first + third);
    OptionalDouble late = mean(timeline, last - third, last);
    return early.isEmpty() || late.isEmpty()
        ? 0
        : (late.getAsDouble() - early.getAsDouble())
            / ((last - first - third) * timeline.windowMillis() / 1e3);
  }

  private static OptionalDouble mean(Timeline timeline, int from, int to) {
    return IntStream.range(from, to)
        .filter(i -> timeline.count().get(i) > 0)
        .mapToDouble(timeline.p50()::get)
        .average();
  }
}
