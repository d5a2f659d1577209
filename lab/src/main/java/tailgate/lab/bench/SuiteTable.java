package tailgate.lab.bench;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import tailgate.lab.bench.BenchmarkResult.Metric;
import tailgate.lab.report.MarkdownTable;

/** The table of a suite, which has a row for each result. */
record SuiteTable(Suite suite) {

  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);
  private static final String UNKNOWN = "-";

  /** Returns the rows, the head first. */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(head());
    suite.measurements().forEach(result -> rows.add(row(result)));
    return rows;
  }

  private List<String> head() {
    List<String> head = new ArrayList<>(List.of("benchmark"));
    head.addAll(suite.parameters());
    head.addAll(List.of("threads", suite.isSampled() ? "mean" : "score", "±"));
    if (suite.isSampled()) {
      PERCENTILES.forEach(percent -> head.add("P" + plain(percent)));
      head.addAll(List.of("max", "P99 by fork", "samples"));
    }
    head.addAll(List.of("unit", "B/op"));
    return head;
  }

  private List<String> row(BenchmarkResult result) {
    List<String> row = new ArrayList<>(List.of(result.method()));
    suite.parameters().forEach(key -> row.add(Suite.parameter(result, key)));
    Metric metric = result.primaryMetric();
    row.add(Integer.toString(result.threads()));
    row.add(figure(metric.score()));
    row.add(figure(metric.scoreError()));
    if (suite.isSampled()) {
      row.addAll(distribution(metric));
    }
    row.add(result.unit());
    row.add(
        result.garbage().isPresent() ? format("%,.1f", result.garbage().getAsDouble()) : UNKNOWN);
    return row;
  }

  private static List<String> distribution(Metric metric) {
    Distribution all = Distribution.of(metric.rawDataHistogram());
    List<String> cells = new ArrayList<>();
    PERCENTILES.forEach(
        percent -> cells.add(all.knows(percent) ? figure(all.at(percent)) : UNKNOWN));
    DoubleSummaryStatistics forks =
        metric.rawDataHistogram().stream()
            .map(Distribution::new)
            .mapToDouble(fork -> fork.at(99))
            .summaryStatistics();
    cells.addAll(
        List.of(
            figure(all.max()),
            figure(forks.getMin()) + " to " + figure(forks.getMax()),
            format("%,d", all.count())));
    return cells;
  }

  private static String plain(double percent) {
    return percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent);
  }

  /** Formats a figure with three digits or more. */
  static String figure(double value) {
    if (Double.isNaN(value)) {
      return UNKNOWN;
    }
    String format = value < 10 ? "%.3f" : value < 100 ? "%.2f" : value < 1000 ? "%.1f" : "%,.0f";
    return format(format, value);
  }

  @Override
  public String toString() {
    return new MarkdownTable(1 + suite.parameters().size(), rows()).toString();
  }
}
