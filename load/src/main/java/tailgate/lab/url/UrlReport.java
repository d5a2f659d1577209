package tailgate.lab.url;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.hyperfoil.UrlLoad.Figured;
import tailgate.lab.load.Doubt;
import tailgate.lab.load.Failures;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Quantile;
import tailgate.lab.load.Segment;
import tailgate.lab.load.TailBreakdown;
import tailgate.lab.load.Text;

/**
 * What a load at a URL has shown, for people and as files. Immutable.
 *
 * <p>The counts obey {@code due = answered + failed + unanswered}.
 */
public final class UrlReport {

  /** A generator that sends more than this share of its requests late has fallen behind. */
  private static final double MOST_LATE = 0.02;

  /** The generator's lateness is worth a word if it is this share of a latency. */
  private static final double NOTABLE = 0.1;

  private static final double MICROS_IN_A_MILLISECOND = 1e3;

  private final String what;
  private final LoadSpec spec;
  private final Figured figured;
  private final double limit;
  private final boolean isStopped;
  private final List<SegmentResult> counted;
  private final List<Quantile> quantiles;

  /**
   * Makes the report of a load.
   *
   * @param what was asked of whom, in one line
   * @param limit of the generator, in requests per second
   * @param isStopped whether the load was ended before its time
   */
  public UrlReport(String what, LoadSpec spec, Figured figured, double limit, boolean isStopped) {
    this.what = what;
    this.spec = spec;
    this.figured = figured;
    this.limit = limit;
    this.isStopped = isStopped;
    counted =
        figured.result().segments().stream()
            .filter(result -> result.segment().kind().counts())
            .toList();
    quantiles = Quantile.of(figured.latencies(), figured.waited());
  }

  // --- figures ----------------------------------------------------------------------------------

  private Health health() {
    return figured.result().health().below(limit);
  }

  private long answered() {
    return figured.latencies().getTotalCount();
  }

  private long failed() {
    return figured.result().failed(segment -> true);
  }

  private long unanswered() {
    return figured.result().unanswered(segment -> true);
  }

  private long due() {
    return answered() + failed() + unanswered();
  }

  private double failedPercent() {
    return due() == 0 ? 100 : 100.0 * (failed() + unanswered()) / due();
  }

  /** Returns the time of what counts, in seconds. */
  private double seconds() {
    long warmUp =
        spec.segments().stream()
            .filter(segment -> !segment.kind().counts())
            .mapToLong(Segment::millis)
            .sum();
    return Math.max(1, figured.lasted().toMillis() - warmUp) / 1e3;
  }

  private double perSecond() {
    return figured.result().answeredInTime() / seconds();
  }

  /** Returns how late requests left that had a user, as their P99. */
  private long lagMicros() {
    return counted.stream()
        .mapToLong(result -> Objects.requireNonNullElse(result.lagP99Micros(), 0L))
        .max()
        .orElse(0);
  }

  /** Whether the figures are those of the generator, because it did not keep to its schedule. */
  public boolean isOfGenerator() {
    return spec.model() == Model.OPEN
        ? health().late() > MOST_LATE * Math.max(1, health().scheduled())
        : health().doubts().contains(Doubt.HELD);
  }

  private Failures failures() {
    Failures all = Failures.NONE;
    for (SegmentResult result : counted) {
      Failures known = result.failures();
      all = known == null ? all : all.and(known);
    }
    return all;
  }

  public ServiceObjective.Verdict judge(ServiceObjective objective) {
    return objective.judge(quantiles, failedPercent());
  }

  // --- for people -------------------------------------------------------------------------------

  /** Whether a connection could not be made. */
  public boolean couldNotConnect() {
    return failures().byCause().containsKey(Failures.NO_CONNECTION);
  }

  /** Returns the report as text, whose sentences have lines of at most so many columns. */
  public String page(int columns) {
    StringBuilder text = new StringBuilder();
    Text.paragraph(text, "", what + ", " + load() + ".", columns);
    if (isStopped) {
      double lasted = figured.lasted().toMillis() / 1e3;
      Text.paragraph(text, "", format("Stopped after %.1f s.", lasted), columns);
    }
    text.append(
        format(
            "%n%,12d due%n%,12d answered, %,.1f/s%n%,12d failed%n%,12d without an answer%n%n",
            due(), answered(), perSecond(), failed(), unanswered()));
    failures()
        .byCause()
        .forEach((cause, n) -> Text.paragraph(text, format("%,12d  ", n), cause, columns));
    if (!failures().byCause().isEmpty()) {
      text.append('\n');
    }
    latencies(text);
    steps(text);
    notes().forEach(note -> Text.paragraph(text, "", note, columns));
    return text.toString();
  }

  private String load() {
    String length = plain(spec.duration().toMillis() / 1e3);
    String connections = spec.keepAlive() ? "kept connections" : "new connections";
    if (spec.model() != Model.OPEN) {
      return format("%,d users in turn, %s s, %s", spec.users(), length, connections);
    }
    String rate =
        counted.size() > 1
            ? counted.size() + " steps"
            : plain(counted.getFirst().segment().perSecond()) + "/s";
    return format("%s for %s s, %s, %s", rate, length, spec.arrivals(), connections);
  }

  private void latencies(StringBuilder text) {
    if (figured.latencies().getTotalCount() + figured.waited().getTotalCount() == 0) {
      return;
    }
    text.append(format("%-8s %12s %12s%n", "latency", "ms", "slower"));
    for (Quantile quantile : quantiles) {
      text.append(
          quantile.isKnown()
              ? format("%-8s %12s %,12d%n", quantile.name(), quantile.millis(), quantile.slower())
              : format(
                  "%-8s needs %,d requests%n",
                  quantile.name(), Quantile.leastFor(quantile.percent())));
    }
    long most = Math.max(figured.latencies().getMaxValue(), figured.waited().getMaxValue());
    boolean isBound = figured.waited().getTotalCount() > 0;
    text.append(format("%-8s %12s%n%n", "maximum", (isBound ? "> " : "") + Text.fineMillis(most)));
  }

  private void steps(StringBuilder text) {
    if (counted.size() < 2) {
      return;
    }
    text.append(format("%8s %8s %8s %8s%n", "due/s", "P50 ms", "P99 ms", "failed"));
    for (SegmentResult result : counted) {
      Figures figures = result.figures();
      text.append(
          format(
              "%,8.0f %8s %8s %,8d%n",
              result.segment().perSecond(),
              bound(figures, 50),
              bound(figures, 99),
              figures.failed() + figures.missing()));
    }
    text.append('\n');
  }

  private static String bound(Figures figures, double percentile) {
    return figures.has(percentile)
        ? (figures.isExact(percentile) ? "" : "> ") + Text.fineMillis(figures.micros(percentile))
        : "-";
  }

  /** Returns what a reader has to know of the figures; the last one is about the generator. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        spec.model() == Model.OPEN
            ? "Latencies count from when a request was due to the last byte of its answer."
            : "Latencies count from the end of a user's previous request. In a closed load a server"
                + " that stalls is asked less, so its percentiles look better than those of an open"
                + " load (--rate).");
    TailBreakdown.of(Stream.of(figured.result().breakdown(segment -> true, 0)))
        .ifPresent(
            tail -> notes.add("By what the server says of its times, " + tail.words() + "."));
    if (figured.waited().getTotalCount() > 0) {
      notes.add(
          format(
              "No answer in time: %,d. They take part with the time that they have waited, so what"
                  + " has a > is a lower bound.",
              figured.waited().getTotalCount()));
    }
    if (health().blocked() > 0 && spec.model() == Model.OPEN) {
      notes.add(
          format(
              "Found all %2$,d connections busy: %1$,d. The wait for one is in their latency;"
                  + " --connections allows more.",
              health().blocked(), spec.users()));
    }
    if (figured.resent() > 0) {
      notes.add(
          format(
              "Sent again, as the server had closed the kept connection: %,d.", figured.resent()));
    }
    notes.add(
        format(
            "Generator: one request in a hundred left %s ms late or more, and %,d more than %d ms"
                + " late. Its own limit here is about %,.0f/s.",
            Text.fineMillis(lagMicros()), health().late(), Health.LATE.toMillis(), limit));
    ownFigures().ifPresent(notes::add);
    return notes;
  }

  /** Says which figures are the generator's own; empty if none is. */
  private Optional<String> ownFigures() {
    Quantile p99 = quantiles.stream().filter(q -> q.percent() == 99).findFirst().orElseThrow();
    if (isOfGenerator()) {
      return Optional.of(
          "THE FIGURES ARE THE GENERATOR'S, NOT THE SERVER'S: it could not keep to its schedule."
              + " Ask for less, give it a machine of its own, or more processors (--threads).");
    }
    if (health().doubts().contains(Doubt.NEAR_CEILING)) {
      return Optional.of(
          "The load is above 70 % of that limit: the generator may be part of what was measured.");
    }
    if (p99.isKnown() && lagMicros() > NOTABLE * p99.micros()) {
      return Optional.of(
          format(
              "Up to %s ms of the P99 are its own lateness, not the server's.",
              Text.fineMillis(lagMicros())));
    }
    return Optional.empty();
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? format("%,.0f", value) : Double.toString(value);
  }

  // --- files ------------------------------------------------------------------------------------

  /** The figures as JSON; all times are microseconds. */
  private record Summary(
      String load,
      LoadSpec spec,
      double seconds,
      boolean stopped,
      Counts counts,
      double answersPerSecond,
      Map<String, Long> failures,
      List<Quantile> percentiles,
      long maxMicros,
      Generator generator,
      LoadResult result,
      ServiceObjective.@Nullable Verdict objective) {}

  private record Counts(long due, long answered, long failed, long unanswered, long resent) {}

  private record Generator(
      double limitPerSecond, long lagP99Micros, long late, boolean figuresAreItsOwn) {}

  public void writeJson(Path file, ServiceObjective.@Nullable Verdict verdict) throws IOException {
    JsonFiles.write(
        file,
        new Summary(
            what,
            spec,
            seconds(),
            isStopped,
            new Counts(due(), answered(), failed(), unanswered(), figured.resent()),
            perSecond(),
            failures().byCause(),
            quantiles,
            Math.max(figured.latencies().getMaxValue(), figured.waited().getMaxValue()),
            new Generator(limit, lagMicros(), health().late(), isOfGenerator()),
            figured.result(),
            verdict));
  }

  /** Writes a line for each second in which requests were due. */
  public void writeCsv(Path file) throws IOException {
    StringBuilder text =
        new StringBuilder("step,second,answered,failed,unanswered,p50_ms,p90_ms,p99_ms,max_ms\n");
    List<LoadResult.Second> seconds = figured.result().seconds();
    for (int i = 0; i < seconds.size(); i++) {
      LoadResult.Second second = seconds.get(i);
      Histogram latencies = figured.seconds().get(i);
      text.append(
          format(
              "%s,%d,%d,%d,%d,%s,%s,%s,%s%n",
              second.segment(),
              second.index(),
              second.answered(),
              second.failed(),
              second.unanswered(),
              cell(latencies, 50),
              cell(latencies, 90),
              cell(latencies, 99),
              cell(latencies, 100)));
    }
    JsonFiles.writeText(file, text.toString());
  }

  /** Returns a percentile in milliseconds; nothing where nothing was answered. */
  private static String cell(Histogram latencies, double percentile) {
    return latencies.getTotalCount() == 0
        ? ""
        : format("%.3f", latencies.getValueAtPercentile(percentile) / MICROS_IN_A_MILLISECOND);
  }

  /** Writes the distribution in milliseconds in HdrHistogram's text form. */
  public void writeHgrm(Path file) throws IOException {
    Histogram all = figured.latencies().copy();
    all.add(figured.waited());
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      all.outputPercentileDistribution(out, MICROS_IN_A_MILLISECOND);
    }
  }
}
