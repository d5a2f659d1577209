package tailgate.lab.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A log in HdrHistogram's format, one histogram of microseconds for each segment, tagged with its
 * label. Other tools (HistogramLogAnalyzer) read it too.
 */
public final class LatencyLog {

  /** Three digits: a percentile is off by 0.1 % at most. */
  private static final int DIGITS = 3;

  private LatencyLog() {}

  /** Writes the histograms of segments that follow one another. */
  public static void write(Path file, long startEpochMillis, Map<Segment, Histogram> histograms)
      throws IOException {
    List<Histogram> all = new ArrayList<>();
    long start = startEpochMillis;
    for (Map.Entry<Segment, Histogram> entry : histograms.entrySet()) {
      Histogram histogram = entry.getValue();
      histogram.setTag(entry.getKey().label());
      histogram.setStartTimeStamp(start);
      start += entry.getKey().millis();
      histogram.setEndTimeStamp(start);
      all.add(histogram);
    }
    write(file, startEpochMillis, all);
  }

  /** Writes histograms that have a tag and both times. */
  public static void write(Path file, long startEpochMillis, List<Histogram> histograms)
      throws IOException {
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputComment("[Latencies in microseconds, from when a request was due]");
      log.outputLogFormatVersion();
      log.outputStartTime(startEpochMillis);
      log.outputLegend();
      histograms.forEach(log::outputIntervalHistogram);
    }
  }

  /** Reads all histograms of a log in its order, with their tags and times. */
  public static List<Histogram> readAll(Path file) throws IOException {
    List<Histogram> histograms = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file);
        HistogramLogReader log = new HistogramLogReader(in)) {
      EncodableHistogram next;
      while ((next = log.nextIntervalHistogram()) != null) {
        histograms.add((Histogram) next);
      }
    }
    return histograms;
  }

  /** Reads the histograms of a log by their tags, in the log's order. */
  public static Map<String, Histogram> read(Path file) throws IOException {
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    readAll(file).forEach(histogram -> histograms.put(histogram.getTag(), histogram));
    return histograms;
  }

  public static Histogram sum(Map<String, Histogram> histograms, Predicate<String> wanted) {
    Histogram sum = new Histogram(DIGITS);
    histograms.forEach(
        (tag, histogram) -> {
          if (wanted.test(tag)) {
            sum.add(histogram);
          }
        });
    return sum;
  }
}
