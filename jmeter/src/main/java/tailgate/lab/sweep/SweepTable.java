package tailgate.lab.sweep;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Text;
import tailgate.lab.project.Project;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.summary.Estimate;

/**
 * The figures of a sweep that documents show: a row for each figure and stage, a column for each
 * number of users.
 *
 * @param results of one kind of connection
 */
record SweepTable(List<SweepResult> results) {

  private enum Figure {
    PER_SECOND("answers/s", Measurement::perSecond, value -> format("%,.0f", value)),
    P50("P50 ms", run -> latency(run, Figures::p50), Text::millis),
    P99("P99 ms", run -> latency(run, Figures::p99), Text::millis),
    FAILED("failed", run -> run.figures().failed(), value -> format("%,.0f", value)),
    CPU(
        "CPU ms/request",
        run -> run.cpuMicrosPerRequest().orElse(Double.NaN) / 1e3,
        value -> format("%.2f", value)),
    RSS(
        "RSS MiB",
        run ->
            run.server().knows(ServerTimeline.RSS)
                ? run.server().peak(ServerTimeline.RSS)
                : Double.NaN,
        value -> format("%,.0f", value));

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
    private final ToDoubleFunction<Measurement> value;

    @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
    private final DoubleFunction<String> unit;

    Figure(String title, ToDoubleFunction<Measurement> value, DoubleFunction<String> unit) {
      this.title = title;
      this.value = value;
      this.unit = unit;
    }

    private static double latency(Measurement run, ToLongFunction<Figures> micros) {
      return run.figures().count() == 0 ? Double.NaN : micros.applyAsLong(run.figures());
    }

    /** Over all blocks of a point. */
    private String of(List<SweepResult> blocks) {
      return new Estimate(
              blocks.stream().map(result -> value.applyAsDouble(result.measured())).toList())
          .text(unit);
    }
  }

  @Override
  public String toString() {
    List<Integer> users =
        results.stream().map(result -> result.run().users()).distinct().sorted().toList();
    List<String> stages = results.stream().map(SweepTable::arm).distinct().sorted(order()).toList();
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

  private static String arm(SweepResult result) {
    return result.run().stage() + (result.run().twin() ? " (A/A)" : "");
  }

  /** As the stages are usually named, whatever the order of the runs. */
  private static Comparator<String> order() {
    return Comparator.comparingInt(
        arm -> Project.STAGES.indexOf(arm.replace(" (A/A)", "")) * 2 + (arm.endsWith(")") ? 1 : 0));
  }

  private String value(Figure figure, String stage, int users) {
    return figure.of(
        results.stream()
            .filter(result -> arm(result).equals(stage) && result.run().users() == users)
            .toList());
  }
}
