package tailgate.lab.compare;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Recovery;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.run.LoadOutcome;

/**
 * Reads what came of the phases of a load.
 *
 * @param spec the load that was driven, which has a segment for each phase
 */
record PhaseReader(Phases phases, LoadSpec spec, LoadOutcome outcome) {

  /** The latency is back when it is within so many times of what it was before. */
  private static final double WORSE = 1.5;

  List<PhaseResult> results() {
    return phases.names().stream().map(this::result).toList();
  }

  private PhaseResult result(String name) {
    List<SegmentResult> parts = parts(name);
    Set<String> labels = labels(parts);
    Figures all = outcome.figures(in(labels));
    Histogram answered = LatencyLog.sum(outcome.latencies(), labels::contains);
    long left = LatencyLog.sum(outcome.waited(), labels::contains).getTotalCount();
    OptionalDouble times = phases.times(name);
    return new PhaseResult(
        name,
        times.isPresent() ? times.getAsDouble() : null,
        parts.stream().mapToLong(part -> part.segment().millis()).sum() / 1e3,
        all.count() + all.failed() + all.missing(),
        inTime(answered),
        Math.max(0, all.failed() + all.missing() - left),
        left,
        all,
        Figures.of(answered, 0),
        parts.stream().mapToLong(part -> known(part.lagP99Micros())).max().orElse(0),
        parts.stream().mapToLong(part -> known(part.blocked())).sum(),
        lostBefore(name),
        persistent(parts),
        compiling(parts),
        recoveryMillis(name));
  }

  private List<SegmentResult> parts(String name) {
    return phases.places(name).stream().map(outcome.load().segments()::get).toList();
  }

  private static Set<String> labels(List<SegmentResult> parts) {
    return parts.stream().map(part -> part.segment().label()).collect(Collectors.toSet());
  }

  private static Predicate<Segment> in(Set<String> labels) {
    return segment -> labels.contains(segment.label());
  }

  private static long known(@Nullable Long value) {
    return value == null ? 0 : value;
  }

  private long inTime(Histogram answered) {
    return answered.getCountBetweenValues(0, spec.longestRequest().toNanos() / 1_000);
  }

  /** Returns the share of the probe before a phase that was lost; null if there was none. */
  private @Nullable Double lostBefore(String name) {
    List<SegmentResult> probe = parts(Phases.PROBE + name);
    if (probe.isEmpty()) {
      return null;
    }
    Histogram answered = LatencyLog.sum(outcome.latencies(), labels(probe)::contains);
    long due = probe.stream().mapToLong(PhaseReader::arrivals).sum();
    return 1 - (double) inTime(answered) / Math.max(1, due);
  }

  private static long arrivals(SegmentResult part) {
    Figures all = part.figures();
    return all.count() + all.failed() + all.missing();
  }

  private @Nullable Persistent persistent(List<SegmentResult> parts) {
    if (spec.retries() == null || spec.retries().share() == 1) {
      return null;
    }
    List<Persistent> known =
        parts.stream().map(SegmentResult::persistent).filter(Objects::nonNull).toList();
    return new Persistent(
        known.stream().mapToLong(Persistent::answered).sum(),
        known.stream().mapToLong(Persistent::failed).sum());
  }

  private @Nullable Double compiling(List<SegmentResult> parts) {
    ServerTimeline kernel = outcome.server().kernel();
    double seconds = 0;
    long millis = 0;
    for (SegmentResult part : parts) {
      long begin = outcome.load().startEpochMillis() + beginMillis(part);
      long length = part.segment().millis();
      seconds += kernel.compilerSeconds(begin, begin + length).orElse(Double.NaN);
      millis += length;
    }
    return Double.isNaN(seconds) ? null : seconds * 1e3 / millis;
  }

  private @Nullable Long recoveryMillis(String name) {
    Optional<List<String>> stretch =
        phases.stretchesOf(name).filter(each -> each.getLast().equals(name)).findFirst();
    if (stretch.isEmpty()) {
      return null;
    }
    SegmentResult after = parts(name).getFirst();
    SegmentResult before = parts(stretch.get().getFirst()).getFirst();
    long end = beginMillis(after);
    OptionalLong found =
        Recovery.millis(
            outcome.load().timeline(),
            end,
            end + after.segment().millis(),
            WORSE * before.figures().p99());
    return found.isPresent() ? found.getAsLong() : null;
  }

  private long beginMillis(SegmentResult wanted) {
    return outcome.load().segments().stream()
        .takeWhile(part -> !part.equals(wanted))
        .mapToLong(part -> part.segment().millis())
        .sum();
  }

  /**
   * Returns the figures of the main phases. Time begins with the first phase that counts.
   *
   * @param judgesPhases whether each phase is judged by itself, so that the health of the generator
   *     in the whole load says nothing
   */
  Measurement measurement(String name, String stage, boolean judgesPhases) {
    List<SegmentResult> all = outcome.load().segments();
    List<SegmentResult> main =
        phases.main() == null
            ? all.stream().filter(part -> part.segment().kind().counts()).toList()
            : parts(phases.main());
    Set<String> labels = labels(main);
    long answers = main.stream().mapToLong(SegmentResult::answeredInTime).sum();
    long from = beginMillis(all.get(phases.first()));
    return new Measurement(
        name,
        stage,
        answers * 1e3 / main.stream().mapToLong(part -> part.segment().millis()).sum(),
        outcome.figures(in(labels)),
        outcome.curve(in(labels)),
        outcome.load().startEpochMillis() + from,
        spec.duration().toMillis() - from,
        outcome.load().timeline().from(from),
        judgesPhases ? null : outcome.load().health(),
        outcome.server(),
        outcome.load().breakdown(in(labels), from));
  }

  /** Returns the workers when the main phase began, as the server said last; null if it did not. */
  @Nullable Double workersBefore() {
    if (phases.main() == null) {
      return null;
    }
    SegmentResult main = parts(phases.main()).getFirst();
    long begun = outcome.load().startEpochMillis() + beginMillis(main);
    ServerTimeline stats = outcome.server().stats();
    List<Double> workers = stats.of(ServerTimeline.WORKERS);
    Double last = null;
    for (int i = 0; i < workers.size() && stats.epochMillis().get(i) < begun; i++) {
      last = workers.get(i).isNaN() ? last : workers.get(i);
    }
    return last;
  }
}
