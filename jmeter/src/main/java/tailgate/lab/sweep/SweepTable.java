package tailgate.lab.sweep;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import tailgate.lab.load.Doubt;
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
    P50("P50 ms", run -> latency(run, 50)),
    P99("P99 ms", run -> latency(run, 99)),
    FAILED("failed", run -> format("%,d", run.figures().failed())),
    UNANSWERED(
        "unanswered",
        run -> run.figures().unanswered() == null ? NONE : format("%,d", run.figures().missing())),
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
                : NONE),
    ACCOUNTED("X·R/N %", SweepTable::accounted),
    GENERATOR("generator", SweepTable::doubts);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
    private final Function<Measurement, String> value;

    Figure(String title, Function<Measurement, String> value) {
      this.title = title;
      this.value = value;
    }

    private static String latency(Measurement run, double percentile) {
      Figures figures = run.figures();
      return figures.hasLatencies() ? figures.millis(percentile) : NONE;
    }
  }

  /** Figures that old results do not have. */
  private static final Set<Figure> NEWER =
      EnumSet.of(Figure.UNANSWERED, Figure.ACCOUNTED, Figure.GENERATOR);

  private static String accounted(Measurement run) {
    Double share = run.health() == null ? null : run.health().usersAccounted();
    return share == null ? NONE : format("%.0f", 100 * share);
  }

  /** Why a point gets no verdict, as far as the generator is concerned. */
  private static String doubts(Measurement run) {
    return run.health() == null
        ? NONE
        : run.health().isTrustworthy()
            ? "ok"
            : run.health().doubts().stream().map(Doubt::word).collect(joining(", "));
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
    boolean isNew =
        results.stream().anyMatch(result -> result.measured().figures().unanswered() != null);
    for (Figure figure : Figure.values()) {
      if (NEWER.contains(figure) && !isNew) {
        continue;
      }
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
