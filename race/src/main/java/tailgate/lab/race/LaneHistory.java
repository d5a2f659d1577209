package tailgate.lab.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tailgate.lab.hyperfoil.LiveRecorder;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.summary.Diagnosis;

/**
 * Keeps the latest two minutes of a lane, so that the rules of the reports can say what broke
 * first. They do not get the idle time of the machine: all lanes share the machine, and each frame
 * has one figure for all. Confined to the thread of the lane.
 */
final class LaneHistory {

  private static final long KEPT_MILLIS = TimeUnit.MINUTES.toMillis(2);

  /** So much does not count after a reset: servers are cold, and all connections are made. */
  private static final long COLD_MILLIS = TimeUnit.SECONDS.toMillis(2);

  /** The machine has been starved for at most so long when that is noticed and told. */
  private static final long UNNOTICED_MILLIS =
      TimeUnit.NANOSECONDS.toMillis(MachineLoad.WINDOW_NANOS) + TimeUnit.SECONDS.toMillis(1);

  private final String stage;
  private final Samples kernel = new Samples();
  private final Samples stats = new Samples();
  private Optional<Diagnosis.First> broke = Optional.empty();

  LaneHistory(String stage) {
    this.stage = stage;
  }

  /** Keeps samples of the same quantities, with the time of each. */
  private static final class Samples {

    private record Sample(long epochMillis, Map<String, Double> values) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    void add(long epochMillis, Map<String, Double> values) {
      samples.add(new Sample(epochMillis, values));
      while (samples.getFirst().epochMillis < epochMillis - KEPT_MILLIS) {
        samples.removeFirst();
      }
    }

    ServerTimeline timeline() {
      Map<String, List<Double>> series = new LinkedHashMap<>();
      for (Sample sample : samples) {
        for (String name : samples.getLast().values.keySet()) {
          series
              .computeIfAbsent(name, n -> new ArrayList<>())
              .add(sample.values.getOrDefault(name, Double.NaN));
        }
      }
      return new ServerTimeline(samples.stream().map(Sample::epochMillis).toList(), series);
    }
  }

  void clear() {
    kernel.samples.clear();
    stats.samples.clear();
    broke = Optional.empty();
  }

  void kernel(long epochMillis, Map<String, Double> values) {
    Map<String, Double> ofLane = new LinkedHashMap<>(values);
    ofLane.remove(ServerTimeline.IDLE);
    kernel.add(epochMillis, ofLane);
  }

  void stats(long epochMillis, Map<String, Double> values) {
    stats.add(epochMillis, values);
  }

  /**
   * Says what broke first, if something did. It is kept unless the machine was starved then.
   *
   * @param zeroEpochMillis when the clock of the recorder was 0
   * @param sinceEpochMillis the last reset, or when the machine was last starved; the first two
   *     seconds after it do not count
   */
  Optional<Diagnosis.First> firstBroken(
      LiveRecorder recorder, long zeroEpochMillis, long sinceEpochMillis, long nowEpochMillis) {
    long unnoticed = sinceEpochMillis - UNNOTICED_MILLIS;
    broke =
        broke
            .filter(f -> f.epochMillis() < unnoticed || f.epochMillis() >= sinceEpochMillis)
            .or(() -> find(recorder, zeroEpochMillis, sinceEpochMillis, nowEpochMillis));
    return broke;
  }

  private Optional<Diagnosis.First> find(
      LiveRecorder recorder, long zeroEpochMillis, long sinceEpochMillis, long nowEpochMillis) {
    Timeline latency = recorder.timeline();
    long start =
        latency.count().isEmpty()
            ? Math.max(sinceEpochMillis, nowEpochMillis - KEPT_MILLIS)
            : zeroEpochMillis + TimeUnit.NANOSECONDS.toMillis(recorder.timelineStart());
    long cold = Math.max(0, sinceEpochMillis + COLD_MILLIS - start);
    cold = Math.ceilDiv(cold, latency.windowMillis()) * latency.windowMillis();
    start += cold;
    if (start >= nowEpochMillis) {
      return Optional.empty();
    }
    return Diagnosis.of(
            new Measurement(
                stage,
                stage,
                0,
                new Figures(0, recorder.failed(), 0, 0, 0, 0, 0, 0),
                List.of(),
                start,
                nowEpochMillis - start,
                latency.from(cold),
                null,
                new ServerView(kernel.timeline(), stats.timeline()),
                null))
        .first();
  }
}
