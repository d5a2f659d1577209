package tailgate.lab.selfcheck;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;

/** Whether the lab saw what there was to see, in each situation of {@link Check}. */
public record SelfCheckReport(List<SelfCheckResult> results) implements Report {

  public SelfCheckReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return "Self-check";
  }

  @Override
  public String question() {
    return "A server that is stopped for 1 s, a handler of known time, a known use of the"
        + " processor, the same load twice, the same load by another generator: does the lab see"
        + " them as they are?";
  }

  @Override
  public String load() {
    boolean two = results.stream().anyMatch(result -> result.second() != null);
    return "Hyperfoil; an open and a closed model" + (two ? "; JMeter beside it" : "");
  }

  @Override
  public List<Measurement> measurements() {
    return lines().map(Plots.Line::measured).toList();
  }

  /** As they are drawn, each of a second generator below that of the first. */
  private Stream<Plots.Line> lines() {
    return results.stream()
        .flatMap(
            result ->
                Stream.concat(
                    Stream.of(Plots.Line.of(result.measured())),
                    Stream.ofNullable(result.second()).map(SelfCheckReport::dashed)));
  }

  private static Plots.Line dashed(Measurement second) {
    return new Plots.Line(second, second.name(), second.stage(), true);
  }

  /** Whether the lab saw all of it. */
  public boolean sees() {
    return results.stream().allMatch(SelfCheckReport::sees);
  }

  private static boolean sees(SelfCheckResult result) {
    return Expectation.of(result).stream().allMatch(Expectation::isMet);
  }

  @Override
  public List<List<String>> table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("check", "figure", "should be", "was"));
    for (SelfCheckResult result : results) {
      String title = result.check().title();
      for (Expectation expected : Expectation.of(result)) {
        rows.add(List.of(title, expected.figure(), expected.text(), expected.wasText()));
        title = "";
      }
    }
    return rows;
  }

  @Override
  public String verdicts() {
    return results.stream()
        .map(result -> "- %s: %s%n".formatted(result.check().title(), verdict(result)))
        .collect(Collectors.joining());
  }

  private static String verdict(SelfCheckResult result) {
    return sees(result)
        ? "the lab sees it as it is."
        : "THE LAB DOES NOT SEE IT: its figures cannot be trusted here.";
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return results.stream()
        .map(
            result ->
                new HtmlReport.Answer(
                    result.check().title(), sees(result) ? "good" : "bad", verdict(result)))
        .toList();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    Plots plots = new Plots(lines().toList(), List.of());
    return List.of(
        new HtmlReport.Section(
            "Latency",
            "From when a request was due; of JMeter (dashed), from when it was sent.",
            List.of(plots.slowest(), plots.curves("Latency"))));
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "How long the server was stopped is read from the state of its process. With evenly spaced"
            + " requests, those that are due in the stop wait for the rest of it; in a closed load"
            + " each user has one request that waits for all of it.",
        "An exponential time of mean 20 ms has a P99 of 20 ms × ln 100 = 92.1 ms.",
        "arriving, waiting and served are parts of a latency, see docs/why-slow.md: a stopped"
            + " server reads nothing, so the stop is in the first of them.",
        format(
                "The same load twice: %d comparisons of neighbouring windows of 100 ms, in ten"
                    + " blocks each. All",
                SameTwice.COMPARISONS)
            + " of them together are at the 95 % level, and one false alarm is allowed. It is a"
            + " test of the generator and the intervals; what differs between two starts of a"
            + " server is in the A/A arm of each experiment.",
        "The same arrivals by two generators: first by ours, then by JMeter, to the same server,"
            + " each request on a connection of its own. Ours counts from when a request was due,"
            + " JMeter from when it was sent, in whole milliseconds: a time of JMeter is less than"
            + " 1 ms off, so ± is 5 % and 1 ms. By chance alone the two P99 differ by 1.5 ms (one"
            + " standard error). At most 2 % of the requests may be late by more than 10 ms.",
        "± is 3 % unless something else is said. A check that fails on a machine with other work"
            + " says that nothing can be measured there.");
  }
}
