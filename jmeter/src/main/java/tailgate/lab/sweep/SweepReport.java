package tailgate.lab.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.report.Page;

/** All results of a sweep, as a table and as a page. */
public record SweepReport(Sweep sweep, List<SweepResult> results) {

  private static final List<String> HEAD =
      List.of(
          "stage",
          "connections",
          "users",
          "requests/s",
          "failed",
          "P50 ms",
          "P90 ms",
          "P99 ms",
          "max ms",
          "cores",
          "MiB",
          "threads");

  public static final List<String> REMARKS =
      List.of(
          "A closed loop: a user asks again once it has its answer. A slow stage is asked less"
              + " often, and what it would have done to those who come meanwhile is not seen.",
          "Requests that failed (another status than 200, or no answer in 30 s) are in no"
              + " percentile, nor are those that still waited for their answer at the end.",
          "The singlethreaded stage gets a new connection for each request: it has no keep-alive.",
          "Server and generator share this machine; each point is one run.");

  public SweepReport {
    results = List.copyOf(results);
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    results.forEach(result -> rows.add(row(result)));
    return rows;
  }

  private static List<String> row(SweepResult result) {
    return List.of(
        result.run().stage(),
        result.run().reuses() ? "kept" : "new",
        String.format(Locale.ROOT, "%,d", result.run().users()),
        String.format(Locale.ROOT, "%,.1f", result.perSecond()),
        String.format(Locale.ROOT, "%,d", result.figures().failed()),
        millis(result.figures().p50()),
        millis(result.figures().p90()),
        millis(result.figures().p99()),
        millis(result.figures().max()),
        String.format(Locale.ROOT, "%.2f", result.cores()),
        String.format(Locale.ROOT, "%.0f", result.rssMib()),
        String.format(Locale.ROOT, "%.0f", result.threads()));
  }

  private static String millis(long micros) {
    return String.format(Locale.ROOT, micros < 100_000 ? "%.1f" : "%.0f", micros / 1e3);
  }

  /** The table in Markdown. */
  @Override
  public String toString() {
    MarkdownTable table = new MarkdownTable(2, HEAD);
    rows().stream().skip(1).forEach(table::add);
    return table.toString();
  }

  /**
   * The page.
   *
   * @param facts where and how it was measured
   */
  public Page page(List<Page.Fact> facts) {
    List<Page.Section> sections = new ArrayList<>();
    for (boolean kept : sweep.keepAlive()) {
      List<SweepResult> some =
          results.stream().filter(result -> result.run().keepAlive() == kept).toList();
      if (!some.isEmpty()) {
        sections.add(section(kept ? "Connections kept" : "A new connection each", some));
      }
    }
    return new Page(sweep.name(), sweep.question(), facts, List.of(), rows(), sections, REMARKS);
  }

  private Page.Section section(String title, List<SweepResult> some) {
    List<Chart> charts = new ArrayList<>();
    int most = some.stream().mapToInt(result -> result.run().users()).max().orElse(0);
    charts.add(curves(most, some));
    if (some.stream().anyMatch(result -> result.run().users() != most)) {
      charts.add(byUsers("Answers", "per second", true, some, SweepResult::perSecond));
      charts.add(byUsers("Latency, P99", "ms", true, some, result -> result.figures().p99() / 1e3));
      charts.add(byUsers("Memory of the server", "MiB", false, some, SweepResult::rssMib));
    }
    return new Page.Section(title, "", charts);
  }

  private static Chart curves(int users, List<SweepResult> some) {
    List<Series> series =
        some.stream()
            .filter(result -> result.run().users() == users && result.figures().count() > 0)
            .map(result -> new Series(result.run().stage(), curve(result)))
            .toList();
    String title = String.format(Locale.ROOT, "Latency with %,d users", users);
    return new Chart(Kind.PERCENTILES, title, "ms", true, series, List.of());
  }

  private static List<Point> curve(SweepResult result) {
    return IntStream.range(0, result.curve().size())
        .mapToObj(i -> new Point(PercentileCurve.LEVELS.get(i), result.curve().get(i) / 1e3))
        .toList();
  }

  private static Chart byUsers(
      String title,
      String yTitle,
      boolean logarithmic,
      List<SweepResult> some,
      ToDoubleFunction<SweepResult> figure) {
    List<Series> series =
        some.stream()
            .map(result -> result.run().stage())
            .distinct()
            .map(stage -> new Series(stage, points(some, of(stage), figure)))
            .toList();
    return new Chart(Kind.USERS, title, yTitle, logarithmic, series, List.of());
  }

  private static Predicate<SweepResult> of(String stage) {
    return result -> result.run().stage().equals(stage);
  }

  private static List<Point> points(
      List<SweepResult> some, Predicate<SweepResult> wanted, ToDoubleFunction<SweepResult> figure) {
    return some.stream()
        .filter(wanted)
        .map(result -> new Point(result.run().users(), figure.applyAsDouble(result)))
        .toList();
  }
}
