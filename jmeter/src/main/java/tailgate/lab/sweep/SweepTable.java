package tailgate.lab.sweep;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.report.MarkdownTable;

/**
 * The figures of a sweep that documents show: a row for each figure and stage, a column for each
 * number of users.
 *
 * @param results of one kind of connection
 */
record SweepTable(List<SweepResult> results) {

  private static final String NONE = "–";

  private enum Figure {
    PER_SECOND("answers/s", run -> format("%,.0f", run.perSecond())),
    P50("P50 ms", run -> latency(run, run.figures().p50())),
    P99("P99 ms", run -> latency(run, run.figures().p99())),
    FAILED("failed", run -> format("%,d", run.figures().failed())),
    CPU(
        "CPU ms/request",
        run ->
            run.cpuMicrosPerRequest().stream()
                .mapToObj(micros -> format("%.2f", micros / 1e3))
                .findFirst()
                .orElse(NONE)),
    RSS(
        "RSS MiB",
        run ->
            run.server().knows(ServerTimeline.RSS)
                ? format("%,.0f", run.server().peak(ServerTimeline.RSS))
                : NONE);

    private final String title;
    private final Function<Measurement, String> value;

    Figure(String title, Function<Measurement, String> value) {
      this.title = title;
      this.value = value;
    }

    private static String latency(Measurement run, long micros) {
      Figures figures = run.figures();
      return figures.count() == 0 ? NONE : millis(micros);
    }
  }

  @Override
  public String toString() {
    List<Integer> users =
        results.stream().map(result -> result.run().users()).distinct().sorted().toList();
    List<String> stages = results.stream().map(result -> result.run().stage()).distinct().toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        Stream.concat(Stream.of("figure", "stage"), users.stream().map(n -> format("%,d users", n)))
            .toList());
    for (Figure figure : Figure.values()) {
      for (String stage : stages) {
        String title = stage.equals(stages.get(0)) ? figure.title : "";
        rows.add(
            Stream.concat(Stream.of(title, stage), users.stream().map(n -> value(figure, stage, n)))
                .toList());
      }
    }
    return new MarkdownTable(2, rows).toString();
  }

  private String value(Figure figure, String stage, int users) {
    return results.stream()
        .filter(result -> result.run().stage().equals(stage) && result.run().users() == users)
        .map(result -> figure.value.apply(result.measured()))
        .findFirst()
        .orElse(NONE);
  }
}
