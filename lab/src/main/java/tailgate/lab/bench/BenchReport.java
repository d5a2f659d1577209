package tailgate.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tailgate.lab.machine.Fact;
import tailgate.lab.report.HtmlReport;

/** Reports the results of a run of JMH, as text and as a page. */
record BenchReport(List<BenchmarkResult> measurements) {

  private static final String QUESTION = "What do the parts of the stages cost?";
  private static final int LEAST_FORKS = 3;

  private static final List<String> REMARKS =
      List.of(
          "± and whiskers are JMH's: the true score is within them with a probability of 99.9 %, if"
              + " iterations scatter normally and nothing else ran.",
          "B/op is the garbage of an operation in the JVM of the benchmark, from all of its"
              + " threads. If a server runs in a JVM of its own, it is the client's garbage.",
          "Percentiles are exact over all samples of all forks; a percentile with fewer than 10"
              + " samples beyond it is left out. The difference between forks shows how far to"
              + " trust the tail.",
          "A closed loop: a client sends its next request once it has its answer. How long requests"
              + " of other clients would have waited meanwhile is not seen.",
          "Compare figures within this run only: another day, machine or load is another"
              + " experiment.");

  private static final String FIRST_LOOK =
      "Fewer than three forks, or fewer than three iterations in each: a first look, which proves"
          + " nothing.";

  BenchReport {
    measurements = List.copyOf(measurements);
  }

  /** Says how long each benchmark was measured. */
  String effort() {
    return measurements.stream()
        .map(BenchmarkResult::effort)
        .distinct()
        .collect(Collectors.joining("; ", "JMH, ", ""));
  }

  /** Names the JVM, as far as the results say it. */
  String java() {
    return measurements.stream()
        .map(result -> result.vmName() + " " + result.jdkVersion())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    boolean firstLook =
        measurements.stream()
            .anyMatch(
                result ->
                    result.forks() < LEAST_FORKS || result.measurementIterations() < LEAST_FORKS);
    if (firstLook) {
      remarks.add(FIRST_LOOK);
    }
    remarks.addAll(REMARKS);
    return remarks;
  }

  /**
   * Returns the report as a page.
   *
   * @param facts where and how it was measured
   */
  HtmlReport page(List<Fact> facts) {
    List<HtmlReport.Section> sections =
        Suite.of(measurements).stream()
            .map(
                suite ->
                    new HtmlReport.Section(
                        suite.title(),
                        suite.explanation(),
                        new SuiteCharts(suite).charts(),
                        new SuiteTable(suite).rows()))
            .toList();
    return new HtmlReport("Benchmarks", QUESTION, facts, List.of(), List.of(), sections, remarks());
  }

  /**
   * Returns the report in Markdown.
   *
   * @param facts where and how it was measured
   */
  String text(List<Fact> facts) {
    StringBuilder text = new StringBuilder("# " + QUESTION + "\n\n");
    facts.forEach(fact -> text.append("    %-9s %s%n".formatted(fact.name(), fact.value())));
    for (Suite suite : Suite.of(measurements)) {
      text.append("\n## ").append(suite.title()).append("\n\n");
      text.append(suite.explanation()).append("\n\n").append(new SuiteTable(suite));
    }
    text.append('\n');
    remarks().forEach(remark -> text.append("- ").append(remark).append('\n'));
    return text.toString();
  }
}
