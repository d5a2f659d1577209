package tailgate.lab.compare;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.HtmlReport;

/**
 * Draws the first seconds of each arm: the mean of all blocks. An arm that is compared with another
 * one is dashed.
 *
 * @param points the blocks of each arm
 */
record SecondsChart(VariantsPlan plan, List<List<VariantResult>> points) {

  HtmlReport.Section section() {
    return new HtmlReport.Section(
        "Second by second",
        "The mean of all blocks; what is compared with another one is dashed.",
        List.of(
            curve("Answers", "per second", ColdSeconds::answered),
            curve("Latency, P99", "µs", ColdSeconds::p99),
            curve("Processor time of the server", "µs per answer", ColdSeconds::cpuMicros)));
  }

  private Chart curve(
      String title, String yTitle, Function<ColdSeconds, List<? extends Number>> seconds) {
    List<Series> series =
        points.stream()
            .map(
                arm -> {
                  Variant variant = plan.variant(arm.get(0).run().variant());
                  boolean isCompared = variant.base() != null;
                  return new Series(
                      arm.get(0).run().title(), variant.stage(), isCompared, curve(arm, seconds));
                })
            .toList();
    return new Chart(Kind.TIME, title, yTitle, Scale.LINEAR, series, List.of());
  }

  private static List<Point> curve(
      List<VariantResult> arm, Function<ColdSeconds, List<? extends Number>> seconds) {
    List<List<? extends Number>> blocks =
        arm.stream()
            .flatMap(result -> Stream.ofNullable(result.seconds()))
            .<List<? extends Number>>map(seconds)
            .toList();
    int length = blocks.stream().mapToInt(List::size).min().orElse(0);
    return IntStream.range(0, length)
        .mapToObj(
            i ->
                new Point(
                    i + 0.5,
                    blocks.stream()
                        .mapToDouble(block -> block.get(i).doubleValue())
                        .filter(value -> !Double.isNaN(value))
                        .average()
                        .orElse(0)))
        .toList();
  }
}
