package tailgate.lab.sweep;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Doubt;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.project.Project;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Estimate;

/**
 * The figures of a sweep that documents show: a row for each figure and stage, a column for each
 * number of users. A figure of several blocks has its 95 % interval.
 *
 * @param results of one kind of connection
 */
record SweepTable(List<SweepResult> results) {

  private static final String NONE = "–";
  private static final String AGAIN = " (A/A)";

  private enum Figure {
    PER_SECOND("answers/s", mean(Measurement::perSecond, value -> format("%,.0f", value))),
    P50("P50 ms", blocks -> Estimate.ofPercentile(blocks, 50)),
    P99("P99 ms", blocks -> Estimate.ofPercentile(blocks, 99)),
    FAILED("failed", blocks -> sum(blocks, run -> run.figures().failed())),
    UNANSWERED(
        "unanswered",
        blocks ->
            blocks.get(0).figures().unanswered() == null
                ? NONE
                : sum(blocks, run -> run.figures().missing())),
    CPU(
        "CPU ms/request",
        mean(
            run -> run.cpuMicrosPerRequest().orElse(Double.NaN) / 1e3,
            value -> format("%.2f", value))),
    RSS(
        "RSS MiB",
        mean(
            run ->
                run.server().knows(ServerTimeline.RSS)
                    ? run.server().peak(ServerTimeline.RSS)
                    : Double.NaN,
            value -> format("%,.0f", value))),
    ACCOUNTED("users' time %", mean(SweepTable::accounted, value -> format("%.0f", value))),
    GENERATOR("generator", SweepTable::doubts);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
    private final Function<List<Measurement>, String> value;

    Figure(String title, Function<List<Measurement>, String> value) {
      this.title = title;
      this.value = value;
    }

    private static Function<List<Measurement>, String> mean(
        ToDoubleFunction<Measurement> figure, DoubleFunction<String> unit) {
      return blocks ->
          new Estimate(blocks.stream().mapToDouble(figure).boxed().toList()).text(unit);
    }

    private static String sum(List<Measurement> blocks, ToDoubleFunction<Measurement> count) {
      return format("%,.0f", blocks.stream().mapToDouble(count).sum());
    }
  }

  /** Figures of all blocks; the others are of those that are not in doubt, if there are any. */
  private static final Set<Figure> OF_ALL =
      EnumSet.of(Figure.FAILED, Figure.UNANSWERED, Figure.ACCOUNTED, Figure.GENERATOR);

  /** Figures that old results do not have. */
  private static final Set<Figure> NEWER =
      EnumSet.of(Figure.UNANSWERED, Figure.ACCOUNTED, Figure.GENERATOR);

  private static double accounted(Measurement run) {
    Double share = run.health() == null ? null : run.health().usersAccounted();
    return share == null ? Double.NaN : 100 * share;
  }

  /** Why blocks of a point get no verdict, as far as the generator is concerned, and how many. */
  private static String doubts(List<Measurement> blocks) {
    if (blocks.get(0).health() == null) {
      return NONE;
    }
    String words =
        blocks.stream()
            .map(Measurement::health)
            .flatMap(SweepTable::doubts)
            .distinct()
            .map(Doubt::word)
            .collect(joining(", "));
    if (words.isEmpty()) {
      return "ok";
    }
    long out = blocks.stream().filter(run -> doubts(run.health()).findAny().isPresent()).count();
    if (blocks.size() == 1) {
      return words;
    }
    return out < blocks.size()
        ? format("%s (%d of %d left out)", words, out, blocks.size())
        : format("%s (all %d)", words, out);
  }

  private static Stream<Doubt> doubts(@Nullable Health health) {
    return health == null ? Stream.empty() : health.doubts().stream();
  }

  @Override
  public String toString() {
    List<Integer> users =
        results.stream().map(result -> result.run().users()).distinct().sorted().toList();
    List<String> stages =
        results.stream().map(SweepTable::arm).distinct().sorted(IN_ORDER).toList();
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

  /** As the stages are usually named, whatever the order of the runs. */
  private static final Comparator<String> IN_ORDER =
      Comparator.comparingInt((String arm) -> Project.placeOf(arm.replace(AGAIN, "")))
          .thenComparing(arm -> arm.endsWith(AGAIN));

  private static String arm(SweepResult result) {
    return result.run().stage() + (result.run().twin() ? AGAIN : "");
  }

  private String value(Figure figure, String stage, int users) {
    List<Measurement> blocks =
        results.stream()
            .filter(result -> arm(result).equals(stage) && result.run().users() == users)
            .map(SweepResult::measured)
            .toList();
    if (blocks.isEmpty()) {
      return NONE;
    }
    return figure.value.apply(
        OF_ALL.contains(figure) ? blocks : BlockTable.trusted(blocks, Function.identity()));
  }
}
