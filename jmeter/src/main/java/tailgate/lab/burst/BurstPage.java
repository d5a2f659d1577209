package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import tailgate.lab.burst.Candidate.Role;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Timeline;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Band;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.Page;

/**
 * The experiment as a page. Of each stage's trials the charts show the one in the middle, by its
 * spike P99; the table has all.
 */
public record BurstPage(BurstTable table, Pace pace) {

  /**
   * Puts it together.
   *
   * @param facts where and how it was measured
   * @param remarks how far to trust it
   */
  public Page page(List<Page.Fact> facts, List<String> remarks) {
    List<String> all = new ArrayList<>(remarks);
    table.objections().forEach(objection -> all.add("* " + objection));
    return new Page(
        "Burst",
        "Does a pool that sizes itself cut the P99 of a burst by at least 30 %?",
        facts,
        table.verdicts().stream().map(BurstPage::answer).toList(),
        table.rows(),
        table.verdicts().stream().map(this::section).toList(),
        all);
  }

  private static Page.Answer answer(Verdict verdict) {
    String mood = verdict.answer().name().toLowerCase(Locale.ROOT);
    String colour =
        switch (verdict.answer()) {
          case HELD -> "good";
          case NOT_HELD -> "bad";
          case OPEN -> mood;
        };
    return new Page.Answer(title(verdict), colour, verdict.toString());
  }

  private static String title(Verdict verdict) {
    String what =
        Workload.ALL.stream()
            .filter(workload -> workload.name().equals(verdict.workload()))
            .map(Workload::what)
            .findFirst()
            .orElse(verdict.workload());
    return what + (verdict.keepAlive() ? "; connections kept" : "; a new connection each");
  }

  private Page.Section section(Verdict verdict) {
    List<BurstResult> middle = middleRuns(verdict);
    String against =
        verdict.againstReference().isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                " The adaptive pool's P99 is %.1f times that of virtual threads (median).",
                Verdict.median(verdict.againstReference()));
    return new Page.Section(
        title(verdict),
        verdict + "." + against,
        List.of(
            chart(
                Kind.PERCENTILES,
                "Latency of requests due in a spike",
                "ms",
                true,
                middle,
                BurstPage::curve),
            chart(
                Kind.TIME,
                "Latency over time, P99 of each 100 ms",
                "ms",
                true,
                middle,
                this::latency),
            chart(
                Kind.TIME,
                "Threads of the server",
                "threads",
                false,
                middle,
                run -> server(run, "threads")),
            chart(
                Kind.TIME,
                "Processor time of the server",
                "cores",
                false,
                middle,
                run -> server(run, "cpu"))));
  }

  private Chart chart(
      Kind kind,
      String title,
      String yTitle,
      boolean logarithmic,
      List<BurstResult> runs,
      Function<BurstResult, List<Point>> points) {
    return new Chart(
        kind,
        title,
        yTitle,
        logarithmic,
        runs.stream().map(run -> new Series(run.stage(), points.apply(run))).toList(),
        kind == Kind.TIME ? spikes() : List.of());
  }

  private List<BurstResult> middleRuns(Verdict verdict) {
    List<BurstResult> middle = new ArrayList<>();
    for (Role role : Role.values()) {
      List<BurstResult> byP99 =
          table.of(verdict.workload(), verdict.keepAlive()).stream()
              .filter(run -> run.role() == role)
              .sorted(Comparator.comparingLong(run -> run.spikes().p99()))
              .toList();
      if (!byP99.isEmpty()) {
        middle.add(byP99.get(byP99.size() / 2));
      }
    }
    return middle;
  }

  private static List<Point> curve(BurstResult run) {
    return IntStream.range(0, run.spikeCurve().size())
        .mapToObj(i -> new Point(PercentileCurve.LEVELS.get(i), millis(run.spikeCurve().get(i))))
        .toList();
  }

  private List<Point> latency(BurstResult run) {
    Timeline latency = run.latency();
    return IntStream.range(0, latency.p99().size())
        .filter(i -> latency.count().get(i) > 0)
        .mapToObj(
            i -> new Point(sinceWarmUp(i * latency.windowMillis()), millis(latency.p99().get(i))))
        .filter(point -> point.x() >= 0)
        .toList();
  }

  private List<Point> server(BurstResult run, String quantity) {
    ServerTimeline server = run.server();
    List<Double> values = server.series().getOrDefault(quantity, List.of());
    return IntStream.range(0, values.size())
        .mapToObj(
            i ->
                new Point(
                    sinceWarmUp(server.epochMillis().get(i) - run.startEpochMillis()),
                    values.get(i)))
        .filter(point -> point.x() >= 0 && point.x() <= sinceWarmUp(pace.total().toMillis()))
        .toList();
  }

  private List<Band> spikes() {
    List<Band> bands = new ArrayList<>();
    long start = pace.warmUp().plus(pace.settle()).plus(pace.quiet()).toMillis();
    for (int cycle = 0; cycle < pace.cycles(); cycle++) {
      bands.add(new Band(sinceWarmUp(start), sinceWarmUp(start + pace.spike().toMillis())));
      start += pace.quiet().plus(pace.spike()).plus(pace.coolDown()).toMillis();
    }
    return bands;
  }

  /** In seconds. */
  private double sinceWarmUp(long millis) {
    return (millis - pace.warmUp().plus(pace.settle()).toMillis()) / 1e3;
  }

  private static double millis(long micros) {
    return micros / 1e3;
  }
}
