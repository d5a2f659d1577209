package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.load.Segment.Kind;

class LatencyLogTest {

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadByItsTag() throws Exception {
    Map<Segment, Histogram> histograms = new LinkedHashMap<>();
    histograms.put(new Segment(Kind.QUIET, 1, 10, 1_000), of(100, 100));
    histograms.put(new Segment(Kind.SPIKE, 1, 10, 1_000), of(5_000, 99, 70_000, 1));
    histograms.put(new Segment(Kind.SPIKE, 2, 10, 1_000), of(5_000, 100));
    Path file = folder.resolve("latency.hlog");

    LatencyLog.write(file, 1_700_000_000_000L, histograms);

    Map<String, Histogram> read = LatencyLog.read(file);
    assertThat(read.keySet()).containsExactly("quiet-1", "spike-1", "spike-2");
    Histogram spikes = LatencyLog.sum(read, tag -> tag.startsWith("spike"));
    assertThat(spikes.getTotalCount()).isEqualTo(200);
    assertThat(spikes.getValueAtPercentile(99)).isBetween(5_000L, 5_010L);
    assertThat(spikes.getMaxValue()).isBetween(70_000L, 70_070L);
    assertThat(Files.readString(file)).contains("#[StartTime: 1700000000.000");
  }

  private static Histogram of(long... valuesAndCounts) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < valuesAndCounts.length; i += 2) {
      histogram.recordValueWithCount(valuesAndCounts[i], valuesAndCounts[i + 1]);
    }
    return histogram;
  }
}
