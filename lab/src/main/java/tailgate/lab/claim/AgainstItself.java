package tailgate.lab.claim;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.claim.BlockComparison.Pair;
import tailgate.lab.stats.Bootstrap;
import tailgate.lab.stats.Interval;
import tailgate.lab.stats.NoiseFloor;

/**
 * The A/A arm of an experiment: one arm is made twice in each block, and the two are compared like
 * any other two. The result shows how large a difference the machine makes where there is none.
 */
final class AgainstItself {

  /** The figures whose noise a report shows. */
  private static final List<Figure> FIGURES = List.of(Figure.PER_SECOND, Figure.P99, Figure.CPU);

  private final Map<Map<String, String>, List<Pair>> points;
  private final long tickMicros;
  private final Look look;

  /**
   * Pairs the runs of the two arms.
   *
   * @param runs the runs that take part in verdicts
   */
  AgainstItself(List<ClaimRun> runs, long tickMicros, Look look) {
    this(pairs(runs), tickMicros, look);
  }

  private AgainstItself(Map<Map<String, String>, List<Pair>> points, long tickMicros, Look look) {
    this.points = points;
    this.tickMicros = tickMicros;
    this.look = look;
  }

  private static Map<Map<String, String>, List<Pair>> pairs(List<ClaimRun> runs) {
    Map<Map<String, String>, List<Pair>> points = new LinkedHashMap<>();
    for (ClaimRun twin : runs) {
      if (twin.isTwin()) {
        runs.stream()
            .filter(run -> !run.isTwin() && run.block().equals(twin.block()))
            .filter(run -> run.point().equals(twin.point()))
            .forEach(
                run ->
                    points
                        .computeIfAbsent(run.point(), p -> new ArrayList<>())
                        .add(new Pair(List.of(twin), List.of(run))));
      }
    }
    return points;
  }

  /**
   * Returns the part of the arm that is nearest to some runs: of the points at which the arm ran,
   * those with the values of one of the selections. A value with which the arm never ran, such as a
   * stage, is ignored.
   *
   * @param selections of runs, each with the most important setting first
   */
  AgainstItself near(List<Map<String, String>> selections) {
    Map<Map<String, String>, List<Pair>> near = new LinkedHashMap<>();
    selections.forEach(selection -> near.putAll(nearest(selection)));
    return new AgainstItself(near, tickMicros, look);
  }

  private Map<Map<String, String>, List<Pair>> nearest(Map<String, String> selection) {
    Map<Map<String, String>, List<Pair>> near = new LinkedHashMap<>(points);
    selection.forEach(
        (key, wanted) -> {
          Predicate<Map<String, String>> isThere =
              point -> ClaimRun.matches(point.getOrDefault(key, ""), wanted);
          if (near.keySet().stream().anyMatch(isThere)) {
            near.keySet().removeIf(isThere.negate());
          }
        });
    return near;
  }

  /** Returns the noise floor at each point at which there are enough blocks. */
  private Map<Map<String, String>, NoiseFloor> floors(Figure figure) {
    Map<Map<String, String>, NoiseFloor> floors = new LinkedHashMap<>();
    if (figure.isCount()) {
      return floors;
    }
    points.forEach(
        (point, pairs) ->
            interval(figure, pairs, points.size())
                .ifPresent(ratio -> floors.put(point, new NoiseFloor(ratio))));
    return floors;
  }

  /**
   * Returns all that the two ways of making an interval leave possible, without lower bounds: two
   * that are equal may hide true figures that differ.
   */
  private Optional<Interval> interval(Figure figure, List<Pair> pairs, int statements) {
    List<Pair> known =
        pairs.stream()
            .filter(pair -> pair.of().stream().allMatch(figure::isKnown))
            .filter(pair -> pair.than().stream().allMatch(figure::isKnown))
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    BlockComparison same = new BlockComparison(figure, known, tickMicros);
    return same.interval(look.usual().ofEach(statements))
        .flatMap(
            ratio ->
                same.interval(look.students(Bootstrap.ERROR).ofEach(statements))
                    .map(students -> ratio.with(students.low(), students.high())));
  }

  /** Returns the largest difference between equal arms that was seen or cannot be excluded. */
  Optional<Double> share(Figure figure) {
    return floors(figure).values().stream().map(NoiseFloor::share).reduce(Math::max);
  }

  /** Says why the noise allows no verdict about a figure; empty if it allows one. */
  Optional<String> objection(Figure figure) {
    if (figure.isCount()) {
      return Optional.empty();
    }
    Map<Map<String, String>, NoiseFloor> floors = floors(figure);
    if (floors.isEmpty()) {
      return Optional.of("no A/A arm shows the noise");
    }
    return floors.entrySet().stream()
        .filter(floor -> floor.getValue().falseAlarm())
        .map(floor -> "the A/A arm differs from itself (%s)".formatted(name(floor.getKey())))
        .findFirst();
  }

  /** Returns the lines for a report: one for each point, and a sum; none without an A/A arm. */
  List<String> lines() {
    List<NoiseFloor> each =
        FIGURES.stream()
            .flatMap(
                figure ->
                    points.values().stream().flatMap(pairs -> interval(figure, pairs, 1).stream()))
            .map(NoiseFloor::new)
            .toList();
    Stream<String> sum =
        each.isEmpty()
            ? Stream.empty()
            : Stream.of(
                format(
                    "%d of %d comparisons of the same with the same, each at the 95 %% level, found"
                        + " no difference",
                    each.stream().filter(floor -> !floor.falseAlarm()).count(), each.size()));
    return Stream.concat(points.keySet().stream().map(this::line), sum).toList();
  }

  private String line(Map<String, String> point) {
    String floors =
        FIGURES.stream()
            .flatMap(
                figure ->
                    Stream.ofNullable(floors(figure).get(point))
                        .map(
                            floor ->
                                format(
                                    Double.isInfinite(floor.share())
                                        ? "%s within a tick of the clock"
                                        : "%s %.3f to %.3f (%.1f %%)%s",
                                    figure.title(),
                                    floor.ratio().low(),
                                    floor.ratio().high(),
                                    100 * floor.share(),
                                    floor.falseAlarm() ? " FALSE ALARM" : "")))
            .collect(Collectors.joining(", "));
    int blocks = points.getOrDefault(point, List.of()).size();
    return name(point)
        + ": "
        + (floors.isEmpty() ? "too few blocks for an interval" : floors)
        + (blocks == 1 ? "; 1 block" : "; " + blocks + " blocks");
  }

  private static String name(Map<String, String> point) {
    return point.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }
}
