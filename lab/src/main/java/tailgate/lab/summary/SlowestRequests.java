package tailgate.lab.summary;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Breakdown.SlowRequest;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.TailBreakdown;
import tailgate.lab.load.TailBreakdown.LatencyPart;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;

/**
 * Shows some of the slowest requests of each server, one by one.
 *
 * @param runs of each server, by its name
 */
public record SlowestRequests(Map<String, List<Measurement>> runs) {

  private static final int OF_EACH = 3;

  private static final String WORDS =
      "Of each server the slowest requests of all blocks, of each phase without those that took"
          + " nearly the same."
          + " at: from when the first request of its run was due that counts.";

  /** A request and the run that it is of, with what is known of that. */
  private record Shown(Measurement run, TailBreakdown known, SlowRequest request) {

    private String name() {
      return format("%s, %.2f s", run.name(), request.dueMillis() / 1e3);
    }

    private double micros(LatencyPart part) {
      return part.mean(request.parts());
    }

    private String text(LatencyPart part) {
      return known.knows(part) ? millis(micros(part)) : "–";
    }
  }

  /** Returns the section of a page; none if nothing is known. */
  public Stream<HtmlReport.Section> section() {
    List<Shown> shown = runs.values().stream().flatMap(SlowestRequests::slowest).toList();
    if (shown.isEmpty()) {
      return Stream.empty();
    }
    List<Chart.Series> parts =
        Stream.of(LatencyPart.values())
            .map(part -> new Chart.Series(part.title(), points(shown, line -> line.micros(part))))
            .toList();
    List<String> numbers =
        IntStream.rangeClosed(1, shown.size()).mapToObj(Integer::toString).toList();
    Chart chart = Chart.stacks("Some of the slowest requests", "ms", numbers, parts);
    return Stream.of(
        new HtmlReport.Section(
            "The slowest requests, one by one", WORDS, List.of(chart), table(shown)));
  }

  private static Stream<Shown> slowest(List<Measurement> all) {
    List<Shown> shown = new ArrayList<>();
    for (Measurement run : all) {
      Breakdown breakdown = run.breakdown();
      if (breakdown != null) {
        TailBreakdown known = new TailBreakdown(breakdown.bands());
        breakdown.slowest().forEach(request -> shown.add(new Shown(run, known, request)));
      }
    }
    return shown.stream()
        .sorted((first, second) -> SlowRequest.BY_TIME.compare(second.request, first.request))
        .limit(OF_EACH);
  }

  private static List<Chart.Point> points(List<Shown> shown, ToDoubleFunction<Shown> micros) {
    List<Chart.Point> points = new ArrayList<>();
    shown.forEach(
        line -> points.add(new Chart.Point(points.size(), micros.applyAsDouble(line) / 1e3)));
    return points;
  }

  private static List<List<String>> table(List<Shown> shown) {
    List<List<String>> table = new ArrayList<>();
    Stream<String> titles = Stream.of(LatencyPart.values()).map(part -> part.title() + " ms");
    table.add(Stream.concat(Stream.of("bar", "server, at", "ms"), titles).toList());
    for (Shown line : shown) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  Integer.toString(table.size()),
                  line.name(),
                  millis(line.request.parts().total())));
      Stream.of(LatencyPart.values()).map(line::text).forEach(cells::add);
      table.add(cells);
    }
    return table;
  }
}
