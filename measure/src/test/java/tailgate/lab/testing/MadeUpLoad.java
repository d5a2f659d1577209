package tailgate.lab.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Timeline;

/** What a generator leaves in its folder, without a load. */
public final class MadeUpLoad {

  /** The latencies over time of a load that nobody looks at. */
  public static final Timeline NO_TIMELINE =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());

  private static final long START = 5_000;
  private static final long LATENCY = 1;

  private MadeUpLoad() {}

  public static void write(LoadSpec load, Path folder) throws IOException {
    write(load, folder, 0);
  }

  /** Writes a load with so many answers in each segment. */
  public static void write(LoadSpec load, Path folder, long answers) throws IOException {
    Map<Segment, Histogram> latencies = new LinkedHashMap<>();
    List<SegmentResult> results = new ArrayList<>();
    for (Segment segment : load.segments()) {
      Histogram answered = new Histogram(3);
      answered.recordValueWithCount(LATENCY, answers);
      latencies.put(segment, answered);
      results.add(result(segment, Figures.of(answered, 0), 1, answers));
    }
    write(folder, latencies, Map.of(), results, NO_TIMELINE);
  }

  /** Returns what came of a segment that took so many nanoseconds. */
  public static SegmentResult result(Segment segment, Figures figures, long nanos, long answers) {
    return new SegmentResult(segment, figures, 0, nanos, answers, null, null, null, null, null);
  }

  /**
   * Writes what came of a load.
   *
   * @param answered the latencies of the answers, in microseconds
   * @param waited how long the requests have waited that were not answered
   */
  public static void write(
      Path folder,
      Map<Segment, Histogram> answered,
      Map<Segment, Histogram> waited,
      List<SegmentResult> results,
      Timeline timeline)
      throws IOException {
    LatencyLog.write(folder.resolve(Generator.LATENCIES), START, answered);
    if (!waited.isEmpty()) {
      LatencyLog.write(folder.resolve(Generator.WAITED), START, waited);
    }
    Health health = new Health(1, 1, 0, 0, 10, 20);
    JsonFiles.write(
        folder.resolve(Generator.RESULT),
        new LoadResult(START, health, results, timeline, List.of()));
  }
}
