package tailgate.lab.run;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LineUse;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerView;

/**
 * The raw results of a run.
 *
 * @param latencies of answers in microseconds, by the label of their segment
 * @param waited how long the requests have waited that were not answered, likewise
 * @param seconds the latencies by the second in which a request was due, in the order of {@link
 *     LoadResult#seconds}
 */
public record LoadOutcome(
    LoadResult load,
    Map<String, Histogram> latencies,
    Map<String, Histogram> waited,
    List<Histogram> seconds,
    ServerView server) {

  /** Reads the results from the folder of a run. */
  public static LoadOutcome read(Path raw) throws IOException {
    Path waited = raw.resolve(Generator.WAITED);
    Path seconds = raw.resolve(Generator.SECONDS);
    return new LoadOutcome(
        JsonFiles.read(raw.resolve(Generator.RESULT), LoadResult.class),
        LatencyLog.read(raw.resolve(Generator.LATENCIES)),
        Files.exists(waited) ? LatencyLog.read(waited) : Map.of(),
        Files.exists(seconds) ? LatencyLog.readAll(seconds) : List.of(),
        StageRun.seen(raw));
  }

  /** Returns a copy with the generator's ceiling in requests per second. */
  LoadOutcome below(double ceiling) {
    return with(load.below(ceiling));
  }

  /** Returns a copy for a line whose packets the lab has passed on. */
  LoadOutcome over(LineUse use) {
    return with(load.over(use));
  }

  private LoadOutcome with(LoadResult changed) {
    return new LoadOutcome(changed, latencies, waited, seconds, server);
  }

  /** Returns the figures of the wanted segments that count. */
  public Figures figures(Predicate<Segment> wanted) {
    return Figures.of(
        LatencyLog.sum(latencies, labels(wanted)),
        LatencyLog.sum(waited, labels(wanted)),
        load.failed(wanted),
        load.unanswered(wanted));
  }

  /** Returns the latencies at {@link Figures#CURVE}, of the same requests as {@link #figures}. */
  public List<Long> curve(Predicate<Segment> wanted) {
    Histogram all = LatencyLog.sum(latencies, labels(wanted));
    all.add(LatencyLog.sum(waited, labels(wanted)));
    return Figures.curve(all);
  }

  private Predicate<String> labels(Predicate<Segment> wanted) {
    Set<String> labels =
        load.segments().stream()
            .map(LoadResult.SegmentResult::segment)
            .filter(wanted)
            .map(Segment::label)
            .collect(toSet());
    return labels::contains;
  }

  /**
   * Makes a measurement of the part that counts.
   *
   * @param fromMillis when it begins, from the start of the load
   * @param nanos how long it takes
   * @param timelineFromMillis from when on the latency over time is of interest
   */
  public Measurement measurement(
      String name, String stage, long fromMillis, long nanos, long timelineFromMillis) {
    return new Measurement(
        name,
        stage,
        load.answeredInTime() / (nanos / 1e9),
        figures(segment -> true),
        curve(segment -> true),
        load.startEpochMillis() + fromMillis,
        TimeUnit.NANOSECONDS.toMillis(nanos),
        load.timeline().from(timelineFromMillis),
        load.health(),
        server,
        load.breakdown(segment -> true, fromMillis));
  }
}
