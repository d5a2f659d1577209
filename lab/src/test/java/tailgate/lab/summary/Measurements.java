package tailgate.lab.summary;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/**
 * Made-up measurements: a second of a load in windows of 100 ms with ten answers of 2 ms each, at a
 * server of which nothing is known, but for what a test says.
 */
public final class Measurements {

  public static final long START = 1_700_000_000_000L;

  private static final int WINDOWS = 10;

  private final Map<String, List<Double>> kernel = new LinkedHashMap<>();
  private final Map<String, List<Double>> stats = new LinkedHashMap<>();
  private final List<Long> micros = new ArrayList<>(Collections.nCopies(WINDOWS, 2_000L));
  private final List<Long> failed = new ArrayList<>(Collections.nCopies(WINDOWS, 0L));
  private double perSecond = 100;
  private long answers = 100;
  private @Nullable Long unanswered;
  private @Nullable Breakdown breakdown;
  private @Nullable Conditions conditions;
  private @Nullable Health health = new Health(100, 100, 0, 0, 400, 3_000);

  /** Samples of each 100 ms. */
  public Measurements kernel(String quantity, Double... values) {
    kernel.put(quantity, List.of(values));
    return this;
  }

  /** Samples of each 250 ms. */
  public Measurements stats(String quantity, Double... values) {
    stats.put(quantity, List.of(values));
    return this;
  }

  public Measurements failed(int window, long count) {
    failed.set(window, count);
    return this;
  }

  /** Answers in the time that counts, whenever their requests were due. */
  public Measurements perSecond(double rate) {
    perSecond = rate;
    return this;
  }

  /** In the figures; the windows keep theirs. */
  public Measurements answers(long count) {
    answers = count;
    return this;
  }

  /** Requests without an answer, which make the percentiles above 95 lower bounds. */
  public Measurements unanswered(long count) {
    unanswered = count;
    return this;
  }

  public Measurements latency(int window, long windowMicros) {
    micros.set(window, windowMicros);
    return this;
  }

  public Measurements health(Health said) {
    health = said;
    return this;
  }

  /** The server has said where the time of its requests went. */
  public Measurements breakdown(Breakdown said) {
    breakdown = said;
    return this;
  }

  public Measurements conditions(Conditions seen) {
    conditions = seen;
    return this;
  }

  public Measurement of(String name, String stage) {
    long failures = failed.stream().mapToLong(Long::longValue).sum();
    long max = Collections.max(micros);
    return new Measurement(
        name,
        stage,
        perSecond,
        new Figures(
            answers,
            failures,
            2_000,
            2_000,
            2_000,
            3_000,
            max,
            max,
            unanswered,
            unanswered == null ? null : 95.0,
            null,
            null),
        Collections.nCopies(Figures.CURVE.size(), 2_000L),
        START,
        1_000,
        new Timeline(100, Collections.nCopies(WINDOWS, 10L), failed, micros, micros, micros),
        health,
        new ServerView(timeline(kernel, 100), timeline(stats, 250), conditions),
        breakdown);
  }

  private static ServerTimeline timeline(Map<String, List<Double>> series, long period) {
    int samples = series.values().stream().mapToInt(List::size).max().orElse(0);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      times.add(START + i * period);
    }
    return new ServerTimeline(times, series);
  }
}
