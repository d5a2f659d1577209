package tailgate.lab.selfcheck;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;

/**
 * Whether the lab saw what there was to see. A server that stands still for one of five seconds
 * delays a fifth of all requests, by up to a second. So a tenth of all requests wait for half a
 * second or longer, and one in a hundred for 0.95 s.
 *
 * <p>A generator that waits for an answer before it sends the next request would send one request
 * in that second, and report that all is well. This is coordinated omission (Gil Tene, "How NOT to
 * Measure Latency").
 */
public record SelfCheckReport(List<Measurement> measurements) implements Report {

  /** Where the part that counts begins. */
  public static final Duration WARM_UP = Duration.ofSeconds(2);

  public static final Duration COUNTED = Duration.ofSeconds(5);

  /** More than can be waiting. */
  private static final int USERS = 1_500;

  public static final LoadSpec LOAD =
      new LoadSpec(
          "/logo.svg",
          true,
          USERS,
          false,
          List.of(
              Segment.of(Kind.WARM_UP, 1, 1_000, WARM_UP),
              Segment.of(Kind.STEADY, 1, 1_000, COUNTED)),
              20_000)
          .with(Arrivals.UNIFORM);

  /** The requests that are due in the part that counts. */
  private static final long ANSWERS =
      LOAD.segments().stream()
          .filter(segment -> segment.kind().counts())
          .mapToLong(Segment::arrivals)
          .sum();

  private static final long P90_MILLIS = 500;
  private static final long P99_MILLIS = 950;
  private static final long TOLERANCE_MILLIS = 100;

  public SelfCheckReport {
    measurements = List.copyOf(measurements);
  }

  @Override
  public String title() {
    return "Self-check";
  }

  @Override
  public String question() {
    return "1,000 requests/s for 5 s; the server is stopped (SIGSTOP) for 1 s of them: does the lab"
        + " see it?";
  }

  @Override
  public String load() {
    return "Hyperfoil, open model, GET %s, 1,000 requests/s for %d s after %d s of warm-up"
        .formatted(LOAD.path(), COUNTED.toSeconds(), WARM_UP.toSeconds());
  }

  /** Whether the lab saw it in each run. */
  public boolean sees() {
    return measurements.stream().allMatch(run -> sees(run.figures()));
  }

  private static boolean sees(Figures figures) {
    return figures.count() == ANSWERS
        && figures.failed() == 0
        && near(figures.p90(), P90_MILLIS)
        && near(figures.p99(), P99_MILLIS);
  }

  private static boolean near(long micros, long millis) {
    return Math.abs(micros / 1_000 - millis) <= TOLERANCE_MILLIS;
  }

  @Override
  public List<List<String>> table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("figure", "should be", "was"));
    for (Measurement run : measurements) {
      Figures figures = run.figures();
      rows.add(List.of("answers", count(ANSWERS), count(figures.count())));
      rows.add(List.of("failed", "0", count(figures.failed())));
      rows.add(List.of("P50 ms", "–", millis(figures.p50())));
      rows.add(List.of("P90 ms", "about " + P90_MILLIS, millis(figures.p90())));
      rows.add(List.of("P99 ms", "about " + P99_MILLIS, millis(figures.p99())));
    }
    return rows;
  }

  private static String count(long value) {
    return format("%,d", value);
  }

  @Override
  public String verdicts() {
    return measurements.stream()
        .map(run -> "- %s%n".formatted(verdict(run)))
        .collect(Collectors.joining());
  }

  private static String verdict(Measurement run) {
    return sees(run.figures())
        ? "The lab sees what its server did: nothing is omitted."
        : "THE LAB DOES NOT SEE IT: its figures cannot be trusted here.";
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return measurements.stream()
        .map(
            run ->
                new HtmlReport.Answer(
                    run.name(), sees(run.figures()) ? "good" : "bad", verdict(run)))
        .toList();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    Plots plots = Plots.of(measurements);
    return List.of(
        new HtmlReport.Section(
            "Latency",
            "From when a request was due.",
            List.of(plots.slowest(), plots.curves("Latency"))));
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "\"About\" is within 100 ms: how long the server stands still depends on when the machine"
            + " gets to stop it.");
  }
}
