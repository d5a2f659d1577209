package tailgate.lab.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.load.Figures;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;

/**
 * Draws the charts of a suite: percentiles as curves if single operations were sampled, a line for
 * each candidate; otherwise scores as bars with their error, one for each candidate.
 */
record SuiteCharts(Suite suite) {

  /** If the largest bar is this many times the smallest, the smallest cannot be seen. */
  private static final double VISIBLE = 30;

  private static final List<Double> LEVELS =
      Stream.concat(Figures.CURVE.stream(), Stream.of(99.95, 99.97, 99.99)).toList();

  List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    for (String method : suite.methods()) {
      List<BenchmarkResult> all = of(method);
      if (suite.isSampled()) {
        bySetting(all).forEach((setting, group) -> charts.add(curves(method, setting, group)));
      } else {
        charts.add(bars(method, all));
      }
    }
    return charts;
  }

  private List<BenchmarkResult> of(String method) {
    return suite.measurements().stream().filter(result -> result.method().equals(method)).toList();
  }

  private Map<String, List<BenchmarkResult>> bySetting(List<BenchmarkResult> all) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                suite::setting, LinkedHashMap::new, Collectors.toUnmodifiableList()));
  }

  // ---- curves

  private Chart curves(String method, String setting, List<BenchmarkResult> group) {
    List<Series> lines =
        group.stream().map(result -> new Series(suite.candidate(result), curve(result))).toList();
    String title = setting.isEmpty() ? method : method + ", " + setting;
    return new Chart(
        Kind.PERCENTILES, title, group.get(0).unit(), Scale.LOGARITHMIC, lines, List.of());
  }

  private static List<Point> curve(BenchmarkResult result) {
    Distribution all = Distribution.of(result.primaryMetric().rawDataHistogram());
    return LEVELS.stream()
        .filter(all::knows)
        .map(percent -> new Point(percent, all.at(percent)))
        .toList();
  }

  // ---- bars

  private Chart bars(String method, List<BenchmarkResult> all) {
    List<String> candidates = all.stream().map(suite::candidate).distinct().toList();
    List<Series> series = new ArrayList<>();
    List<List<Double>> errors = new ArrayList<>();
    bySetting(all)
        .forEach(
            (setting, group) -> {
              series.add(
                  new Series(setting.isEmpty() ? method : setting, scores(group, candidates)));
              errors.add(group.stream().map(SuiteCharts::error).toList());
            });
    Scale scale = isWide(all) ? Scale.LOGARITHMIC : Scale.LINEAR;
    return Chart.bars(method, all.get(0).unit(), scale, candidates, series, errors);
  }

  private List<Point> scores(List<BenchmarkResult> group, List<String> candidates) {
    return group.stream()
        .map(
            result ->
                new Point(
                    candidates.indexOf(suite.candidate(result)), result.primaryMetric().score()))
        .toList();
  }

  private static double error(BenchmarkResult result) {
    double error = result.primaryMetric().scoreError();
    return Double.isNaN(error) ? 0 : error;
  }

  private static boolean isWide(List<BenchmarkResult> all) {
    var scores =
        all.stream().mapToDouble(result -> result.primaryMetric().score()).summaryStatistics();
    return scores.getMin() > 0 && scores.getMax() > VISIBLE * scores.getMin();
  }
}
