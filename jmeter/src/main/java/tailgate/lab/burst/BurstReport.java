package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Band;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.Spread;

/**
 * What the results of the experiment say. Of each stage's trials the charts show the one in the
 * middle, by its spike P99; the table has all.
 */
public record BurstReport(BurstPlan pace, List<BurstResult> results) implements Report {

  public static final String QUESTION =
      "Does a pool that sizes itself cut the P99 of a burst by at least 30 %?";

  /** What every server is asked for: as little as possible, the handler is what counts. */
  public static final String RESOURCE = "/logo.svg";

  private static final List<String> REMARKS =
      List.of(
          "A verdict is held if the adaptive pool's P99 was at least 30 % below the fixed pool's in"
              + " each trial that counts. A run does not count if requests failed, or if the"
              + " generator fell behind.",
          "Latency counts from when a request was due, whatever kept it from being sent.",
          "Spikes are 3.3 times what 8 workers can do where a handler waits. Where it computes they"
              + " stay below what the cores can do: above that every pool queues without end. For a"
              + " handler of your own they are what --spike-rate says.",
          "Server and generator share this machine: what one takes from the other is in the"
              + " figures.");

  public BurstReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return "Burst";
  }

  @Override
  public String load() {
    return "Hyperfoil, open model, GET %s; %d x (quiet %d ms, spike %d ms, cool-down %d ms)"
            .formatted(
                RESOURCE,
                pace.cycles(),
                pace.quiet().toMillis(),
                pace.spike().toMillis(),
                pace.coolDown().toMillis())
        + " after %d ms of warm-up".formatted(pace.beforeTheFirstCycle().toMillis());
  }

  @Override
  public List<String> remarks() {
    return REMARKS;
  }

  @Override
  public String text() {
    return table().toString();
  }

  @Override
  public List<Measurement> measurements() {
    return table().verdicts().stream()
        .flatMap(
            verdict ->
                middleRuns(verdict)
                    .map(run -> run.measurement(fullName(verdict, run.stage()), pace)))
        .toList();
  }

  @Override
  public List<Health> health() {
    return results.stream().map(BurstResult::health).toList();
  }

  private static String fullName(Verdict verdict, String stage) {
    return "%s, %s, %s"
        .formatted(stage, verdict.workload(), BurstTable.connections(verdict.keepAlive()));
  }

  @Override
  public HtmlReport page() {
    BurstTable table = table();
    List<String> remarks = new ArrayList<>(REMARKS);
    table.objections().forEach(objection -> remarks.add("* " + objection));
    return new HtmlReport(
        title(),
        QUESTION,
        List.of(),
        table.verdicts().stream().map(BurstReport::answer).toList(),
        table.rows(),
        table.verdicts().stream().map(this::section).toList(),
        remarks);
  }

  private BurstTable table() {
    return new BurstTable(results);
  }

  private static HtmlReport.Answer answer(Verdict verdict) {
    return new HtmlReport.Answer(title(verdict), verdict.answer().mood(), verdict.toString());
  }

  private static String title(Verdict verdict) {
    String what =
        BurstWorkload.ALL.stream()
            .filter(workload -> workload.name().equals(verdict.workload()))
            .map(BurstWorkload::what)
            .findFirst()
            .orElse(verdict.workload());
    return what + (verdict.keepAlive() ? "; connections kept" : "; a new connection each");
  }

  private HtmlReport.Section section(Verdict verdict) {
    List<Measurement> middle =
        middleRuns(verdict).map(run -> run.measurement(run.stage(), pace)).toList();
    Plots plots = new Plots(middle.stream().map(Plots.Line::of).toList(), spikes());
    List<Chart> charts = new ArrayList<>();
    charts.add(plots.p99());
    charts.add(plots.curves("Latency of requests due in a spike"));
    charts.addAll(plots.servers());
    return new HtmlReport.Section(title(verdict), words(verdict, middle), charts);
  }

  private static String words(Verdict verdict, List<Measurement> middle) {
    String against =
        verdict.againstReference().isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                " The adaptive pool's P99 is %.1f times that of virtual threads (median).",
                Spread.of(verdict.againstReference()).median());
    return Stream.concat(
            Stream.of(verdict + "." + against),
            middle.stream().map(run -> run.name() + ", in spikes: " + Diagnosis.of(run)))
        .collect(Collectors.joining("\n"));
  }

  private Stream<BurstResult> middleRuns(Verdict verdict) {
    List<BurstResult> middle = new ArrayList<>();
    for (Role role : Role.values()) {
      List<BurstResult> byP99 =
          table().of(verdict.workload(), verdict.keepAlive()).stream()
              .filter(run -> run.role() == role)
              .sorted(Comparator.comparingLong(run -> run.spikes().p99()))
              .toList();
      if (!byP99.isEmpty()) {
        middle.add(byP99.get(byP99.size() / 2));
      }
    }
    return middle.stream();
  }

  /** In seconds from the first cycle. */
  private List<Band> spikes() {
    List<Band> bands = new ArrayList<>();
    long start = pace.quiet().toMillis();
    for (int cycle = 0; cycle < pace.cycles(); cycle++) {
      bands.add(new Band(start / 1e3, (start + pace.spike().toMillis()) / 1e3));
      start += pace.quiet().plus(pace.spike()).plus(pace.coolDown()).toMillis();
    }
    return bands;
  }
}
