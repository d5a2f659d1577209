package tailgate.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tailgate.lab.report.HtmlReport;

/** All that JMH has measured in a run, as text and as a page. */
record BenchReport(List<BenchmarkResult> measurements) {

  private static final int LEAST_FORKS = 3;

  private static final List<String> REMARKS =
      List.of(
          "± and whiskers are JMH's: the true score is within them with a probability of 99.9 %, if"
              + " iterations scatter normally and nothing else ran.",
          "B/op is the garbage of an operation in the JVM of the benchmark, by all of its threads."
              + " Where a server runs in a JVM of its own, it is the client's.",
          "Percentiles are exact over all samples of all forks; one with fewer than 10 samples"
              + " beyond it is left out. How far forks differ says how far to trust the tail.",
          "Who is timed asks again once it has its answer: a closed loop, which does not see what"
              + " those had to wait who would have come meanwhile.",
          "Compare within this run only: another day, machine or load is another experiment.");

  private static final String A_LOOK =
      "Fewer than three forks, or fewer than three iterations in each: this is a look, and proves"
          + " nothing.";

  BenchReport {
    measurements = List.copyOf(measurements);
  }

  /** How long each benchmark was looked at. */
  String effort() {
    return measurements.stream()
        .map(BenchmarkResult::effort)
        .distinct()
        .collect(Collectors.joining("; ", "JMH, ", ""));
  }

  /** What ran it, as far as the results say. */
  String java() {
    return measurements.stream()
        .map(one -> one.vmName() + " " + one.jdkVersion())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    boolean aLook =
        measurements.stream()
            .anyMatch(
                one -> one.forks() < LEAST_FORKS || one.measurementIterations() < LEAST_FORKS);
    if (aLook) {
      remarks.add(A_LOOK);
    }
    remarks.addAll(REMARKS);
    return remarks;
  }

  /**
   * The page.
   *
   * @param facts where and how it was measured
   */
  HtmlReport page(List<HtmlReport.Fact> facts) {
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
    return new HtmlReport(
        "Benchmarks",
        "What do the parts cost that the stages are made of?",
        facts,
        List.of(),
        List.of(),
        sections,
        remarks());
  }

  /**
   * The same in Markdown.
   *
   * @param facts as for the page
   */
  String text(List<HtmlReport.Fact> facts) {
    StringBuilder text = new StringBuilder("# Benchmarks\n\n");
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
