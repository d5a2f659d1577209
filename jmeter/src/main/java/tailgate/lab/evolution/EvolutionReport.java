package tailgate.lab.evolution;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Claim;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.SummaryTable;

/** What the results of the experiment say. */
public record EvolutionReport(RampUpLoad crowd, List<EvolutionResult> results) implements Report {

  public EvolutionReport {
    results = List.copyOf(results);
  }

  /** What is about to be found out. */
  public static String question(RampUpLoad crowd) {
    return "%s ask every stage for %s: what breaks first, and what is a cache worth?"
        .formatted(crowd, RampUpLoad.RESOURCE);
  }

  @Override
  public String title() {
    return "Evolution";
  }

  @Override
  public String load() {
    return "JMeter, %s, one GET %s each, after a warm-up that is not counted"
        .formatted(crowd, RampUpLoad.RESOURCE);
  }

  @Override
  public List<Measurement> measurements() {
    return results.stream().map(EvolutionResult::measured).toList();
  }

  @Override
  public String text() {
    String words =
        results.stream()
            .map(result -> "- %s: %s%n".formatted(result.measured().name(), diagnosis(result)))
            .collect(Collectors.joining());
    return digest() + "\n" + words;
  }

  @Override
  public String digest() {
    List<Claim> claims = claims();
    String verdicts = claims.isEmpty() ? "" : "\n" + Claim.lines(claims);
    return new SummaryTable(measurements()) + verdicts;
  }

  private List<Claim> claims() {
    return new EvolutionClaims(crowd, results).all();
  }

  @Override
  public HtmlReport page() {
    return new HtmlReport(
        title(),
        question(crowd),
        List.of(),
        Stream.concat(claims().stream().map(Claim::onPage), stages().stream().map(this::answer))
            .toList(),
        new SummaryTable(measurements()).rows(),
        Stream.concat(Stream.of(all()), stages().stream().map(this::section)).toList(),
        remarks());
  }

  private List<String> stages() {
    return results.stream().map(result -> result.run().stage()).distinct().toList();
  }

  private List<EvolutionResult> of(String stage) {
    return results.stream().filter(result -> result.run().stage().equals(stage)).toList();
  }

  private static Diagnosis diagnosis(EvolutionResult result) {
    return Diagnosis.of(result.measured());
  }

  /** The worse of its runs, if they differ. */
  private HtmlReport.Answer answer(String stage) {
    EvolutionResult worst = of(stage).get(0);
    for (EvolutionResult other : of(stage)) {
      if (diagnosis(other).mood().compareTo(diagnosis(worst).mood()) > 0) {
        worst = other;
      }
    }
    Diagnosis diagnosis = diagnosis(worst);
    String which = diagnosis.mood() == Diagnosis.Mood.GOOD ? "" : worst.run().cacheInWords() + ": ";
    return diagnosis.answer(stage, which + diagnosis.headline() + ".");
  }

  private HtmlReport.Section all() {
    List<Plots.Line> lines =
        results.stream()
            .map(
                result ->
                    new Plots.Line(
                        result.measured(),
                        result.measured().name(),
                        result.run().stage(),
                        !result.run().equals(of(result.run().stage()).get(0).run())))
            .toList();
    return new HtmlReport.Section(
        "All stages",
        "Each line is a run. The further to the right, the fewer requests were as slow as that.",
        List.of(new Plots(lines, List.of()).curves("Latency")));
  }

  private HtmlReport.Section section(String stage) {
    Plots plots =
        new Plots(
            of(stage).stream()
                .map(
                    result -> {
                      String cache = result.run().cacheInWords();
                      return new Plots.Line(result.measured(), cache, cache, false);
                    })
                .toList(),
            List.of());
    List<Chart> charts = new ArrayList<>();
    charts.add(plots.slowest());
    charts.add(plots.curves("Latency"));
    charts.addAll(plots.servers());
    String words =
        of(stage).stream()
            .map(result -> capital(result.run().cacheInWords()) + ": " + diagnosis(result))
            .collect(Collectors.joining("\n"));
    return new HtmlReport.Section(stage, words, charts);
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  @Override
  public List<String> remarks() {
    int peak = results.stream().mapToInt(EvolutionResult::peakUsers).max().orElse(0);
    return List.of(
        "Percentiles are exact, over every request that was answered with 200; the others are"
            + " counted as failed.",
        "JMeter's clock counts whole milliseconds: a difference of 1 ms says nothing.",
        "%s with one request each: %s, and at most %d users alive at once. Answers per second are"
                .formatted(crowd, arrivals(), peak)
            + " that rate of arrivals while a stage keeps up with it, not what it could do.",
        "Time runs from when a request was sent, not from when it was due: what delays JMeter"
            + " itself is not seen in a latency, only in what is said of the generator.",
        "JMeter has a user due after the one before, at the pace that gets the rest in by the end"
            + " of the ramp-up, so the rate of arrivals wanders by a tenth or two. While it stands"
            + " still, all who should have left are late.",
        Claim.RULE
            + " Here a difference has to be more than one tick of the clock, which is 1 ms; 166.7 a"
            + " second are the arrivals, and held within 2 of them.",
        "Server and load generator shared this machine, one run each: expect noise in P99 and"
            + " max.");
  }

  private String arrivals() {
    return crowd.rampUp().isZero()
        ? "all of them due at once"
        : String.format(
            Locale.ROOT, "%.1f arrivals/s", crowd.users() / (double) crowd.rampUp().toSeconds());
  }
}
