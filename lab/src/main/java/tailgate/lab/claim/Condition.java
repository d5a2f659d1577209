package tailgate.lab.claim;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.claim.BlockComparison.Pair;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.plan.StatedBound;
import tailgate.lab.plan.StatedClaim.StatedCondition;
import tailgate.lab.stats.Interval;

/**
 * Finds the runs that a condition of a claim compares: a figure of some runs with that of other
 * runs, or with a level. Runs of different blocks are never compared.
 *
 * @param says the condition as the file of the experiment has it
 */
record Condition(StatedCondition says) {

  /**
   * Puts our figures into words: for each number of users, if runs are compared by them; else once.
   *
   * @param certainty how sure each statement of the claim has to be
   */
  Stream<String> inWords(List<Evidence> lines, boolean byUsers, Certainty certainty) {
    if (says.found() == null) {
      return Stream.empty();
    }
    Template words = new Template(says.found());
    double within = says.within() == null ? 0 : says.within().toNanos() / 1e3;
    return lines.stream()
        .limit(byUsers ? Integer.MAX_VALUE : 1)
        .map(line -> line.inWords(words, lines, within, certainty));
  }

  Figure figure() {
    return Figure.of(says.figure()).orElseThrow();
  }

  /** Returns whether nothing is claimed: then there are figures, and no verdict. */
  boolean asks() {
    return says.is() == null;
  }

  /** Judges an interval by the bound, which a question does not have. */
  Outcome judge(Interval interval) {
    return judge(bound().range(), interval);
  }

  /** Judges the interval of a line; a bound of a count that is no share is one of each run. */
  Outcome judge(Evidence line, Interval interval) {
    BlockComparison deciding = line.deciding();
    boolean isOfRun = deciding.isCount() && !bound().unit().equals(StatedBound.PERCENT);
    double requests = isOfRun ? deciding.requests() / deciding.runs() : 1;
    StatedBound.Range range = bound().range();
    return judge(new StatedBound.Range(range.from() / requests, range.to() / requests), interval);
  }

  private StatedBound bound() {
    return Objects.requireNonNull(says.is());
  }

  /**
   * Returns what selects the runs that are compared, of either side; a setting that both must have
   * in common is in both.
   */
  List<Map<String, String>> sides(List<String> pairBy) {
    Map<String, String> common = new LinkedHashMap<>(says.of());
    common.keySet().retainAll(pairBy);
    return Stream.of(Optional.of(says.of()), than(), best())
        .flatMap(Optional::stream)
        .map(
            side -> {
              Map<String, String> whole = new LinkedHashMap<>(common);
              whole.putAll(side);
              return whole;
            })
        .toList();
  }

  /** Returns held or not held only if no value of the interval says otherwise. */
  static Outcome judge(StatedBound.Range range, Interval interval) {
    if (interval.low() >= range.from() && interval.high() <= range.to()) {
      return Outcome.HELD;
    }
    return interval.high() < range.from() || interval.low() > range.to()
        ? Outcome.NOT_HELD
        : Outcome.INCONCLUSIVE;
  }

  /** Returns whether both sides of the comparison were tried, even if no run can be used. */
  boolean wasTried(List<ClaimRun> all) {
    List<ClaimRun> of = matching(says.of(), all);
    return Stream.of(than(), best())
            .flatMap(Optional::stream)
            .allMatch(
                selection ->
                    matching(selection, all).stream()
                        .anyMatch(partner -> of.stream().anyMatch(run -> differ(run, partner))))
        && !of.isEmpty()
        && !lacksPoints(bestOf(all));
  }

  /** Returns whether the runs are not of the same arm, which would be compared with itself. */
  private static boolean differ(ClaimRun run, ClaimRun partner) {
    return !partner.point().equals(run.point());
  }

  private Optional<Map<String, String>> than() {
    return Optional.ofNullable(says.than());
  }

  private Optional<Map<String, String>> best() {
    return Optional.ofNullable(says.best());
  }

  /** Returns whether the best of these points means nothing: a peak has two sides. */
  private boolean lacksPoints(List<ClaimRun> points) {
    return says.needs().stream().anyMatch(needed -> matching(needed, points).isEmpty());
  }

  /** Returns the runs with these values, without the A/A arm. */
  private static List<ClaimRun> matching(Map<String, String> selection, List<ClaimRun> runs) {
    return runs.stream().filter(run -> !run.isTwin() && run.matches(selection)).toList();
  }

  private List<ClaimRun> bestOf(List<ClaimRun> runs) {
    return best().map(selection -> matching(selection, runs)).orElse(List.of());
  }

  /**
   * Returns what the runs of this condition say: a line for each point that it is about, in the
   * order of the runs. There is none if there is nothing to compare.
   */
  List<Evidence> evidence(List<ClaimRun> usable, List<String> pairBy, long tickMicros) {
    List<ClaimRun> points = bestOf(usable);
    if (lacksPoints(points)) {
      return List.of();
    }
    List<Evidence> lines = new ArrayList<>();
    for (List<ClaimRun> runs : byPoint(matching(says.of(), usable))) {
      List<BlockComparison> comparisons =
          partners(runs.get(0), usable, points, pairBy)
              .flatMap(partner -> comparison(runs, partner, usable, tickMicros).stream())
              .toList();
      if (!comparisons.isEmpty()) {
        lines.add(new Evidence(comparisons));
      }
    }
    return lines;
  }

  /** Returns the runs of each point to compare with; a level is compared once, with no runs. */
  private Stream<List<ClaimRun>> partners(
      ClaimRun run, List<ClaimRun> usable, List<ClaimRun> points, List<String> pairBy) {
    if (than().isPresent()) {
      List<ClaimRun> same =
          matching(than().get(), usable).stream()
              .filter(
                  partner -> differ(run, partner) && partner.get(pairBy).equals(run.get(pairBy)))
              .toList();
      return byPoint(same).stream().limit(1);
    }
    return best().isEmpty()
        ? Stream.of(List.of())
        : byPoint(points).stream().filter(runs -> differ(run, runs.get(0)));
  }

  private Optional<BlockComparison> comparison(
      List<ClaimRun> runs, List<ClaimRun> partners, List<ClaimRun> usable, long tickMicros) {
    boolean level = than().isEmpty() && best().isEmpty();
    List<Pair> pairs =
        runs.stream()
            .flatMap(
                run ->
                    level
                        ? Stream.of(new Pair(withTwin(run, usable), List.of()))
                        : partners.stream()
                            .filter(partner -> partner.block().equals(run.block()))
                            .limit(1)
                            .map(
                                partner ->
                                    new Pair(withTwin(run, usable), withTwin(partner, usable))))
            .toList();
    return pairs.isEmpty()
        ? Optional.empty()
        : Optional.of(new BlockComparison(figure(), pairs, tickMicros));
  }

  /** Returns the run, and that of the A/A arm which repeats it: all that is known of the arm. */
  private static List<ClaimRun> withTwin(ClaimRun run, List<ClaimRun> usable) {
    Stream<ClaimRun> twins =
        usable.stream()
            .filter(twin -> twin.isTwin() && twin.block().equals(run.block()))
            .filter(twin -> twin.point().equals(run.point()));
    return Stream.concat(Stream.of(run), twins).toList();
  }

  private static Collection<List<ClaimRun>> byPoint(List<ClaimRun> runs) {
    Map<Map<String, String>, List<ClaimRun>> points = new LinkedHashMap<>();
    for (ClaimRun run : runs) {
      points.computeIfAbsent(run.point(), point -> new ArrayList<>()).add(run);
    }
    return points.values();
  }
}
