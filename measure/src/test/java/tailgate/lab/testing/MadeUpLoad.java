package tailgate.lab.testing;

import java.io.IOException;
import java.nio.file.Path;
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
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Timeline;

/** What a generator leaves in its folder, without a load. */
public final class MadeUpLoad {

  private static final long START = 5_000;
  private static final long LATENCY = 1;

  private MadeUpLoad() {}

  public static void write(LoadSpec load, Path folder) throws IOException {
    write(load, folder, 0);
  }

  /** With so many answers in each segment. */
  public static void write(LoadSpec load, Path folder, long answers) throws IOException {
    Map<Segment, Histogram> latencies = new LinkedHashMap<>();
    for (Segment segment : load.segments()) {
      Histogram its = new Histogram(3);
      its.recordValueWithCount(LATENCY, answers);
      latencies.put(segment, its);
    }
    LatencyLog.write(folder.resolve(Generator.LATENCIES), START, latencies);
    JsonFiles.write(
        folder.resolve(Generator.RESULT),
        new LoadResult(
            START,
            new Health(1, 1, 0, 0, 10, 20),
            latencies.entrySet().stream()
                .map(
                    one ->
                        new LoadResult.SegmentResult(
                            one.getKey(), Figures.of(one.getValue(), 0), 0, 1, one.getValue().getTotalCount(), null, null, null, null))
                .toList(),
            new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of()), List.of()));
  }
}
