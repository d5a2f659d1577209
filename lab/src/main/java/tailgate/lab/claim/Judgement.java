package tailgate.lab.claim;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.plan.StatedClaim;
import tailgate.lab.stats.Bootstrap;
import tailgate.lab.stats.Interval;

/**
 * Judges one claim by what the runs say about its conditions.
 *
 * @param lines what the runs say about each condition of the claim; at least one line for each
 */
record Judgement(
    StatedClaim claim, Map<Condition, List<Evidence>> lines, AgainstItself noise, Look look) {

  /** A p-value below this one is not computed further: no table has so many verdicts. */
  private static final double LEAST_P = 1e-5;

  /** What the runs say about one condition of the claim, and whether noise may be all of it. */
  private record Statement(Condition condition, Evidence line, boolean isNoise) {

    Outcome outcome(Certainty certainty) {
      return isNoise
          ? Outcome.INCONCLUSIVE
          : line.bounds(certainty)
              .map(interval -> condition.judge(line, interval))
              .orElse(Outcome.INCONCLUSIVE);
    }
  }

  Verdict verdict(List<ClaimRun> group) {
    if (asks()) {
      return verdict(group, Outcome.OPEN, Stream.of(noiseInWords()));
    }
    Optional<String> objection = objection();
    if (objection.isPresent()) {
      return verdict(
          group,
          tried(group) < look.fewest() ? Outcome.FIRST_IMPRESSION : Outcome.INCONCLUSIVE,
          Stream.of(objection, lowerBounds(), noiseInWords()));
    }
    List<Statement> statements = statements();
    Outcome seen = outcome(statements, look.usual());
    boolean isAtLimit = outcome(statements, look.students(Bootstrap.ERROR)) != seen;
    return verdict(
        group,
        isAtLimit ? Outcome.INCONCLUSIVE : seen,
        Stream.of(
            lowerBounds(),
            when(
                statements.stream().anyMatch(Statement::isNoise),
                "the difference is within the noise floor"),
            when(isAtLimit, "at the limit: Student's interval does not say the same"),
            noiseInWords(),
            isAtLimit || seen == Outcome.INCONCLUSIVE ? Optional.empty() : p(statements, seen)));
  }

  private static Optional<String> when(boolean isTrue, String words) {
    return isTrue ? Optional.of(words) : Optional.empty();
  }

  private Verdict verdict(List<ClaimRun> group, Outcome outcome, Stream<Optional<String>> reasons) {
    return new Verdict(
        text(claim, group),
        outcome,
        Stream.of(
                Stream.of(Optional.of(found()), Optional.of(blocksLeftOut(group, blocks()))),
                reasons,
                Stream.of(exploratory(group)))
            .flatMap(parts -> parts)
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; ")));
  }

  /** Says what is claimed about a group of runs, by whom and with which figures. */
  static String text(StatedClaim claim, List<ClaimRun> group) {
    String runs =
        new Template(Objects.requireNonNullElse(claim.group(), "")).fill(group.get(0)::get);
    String source = claim.published() == null ? "" : ": " + claim.published();
    return (runs.isEmpty() ? "" : runs + ": ")
        + claim.says()
        + (claim.origin() == null ? "" : " (" + claim.origin() + source + ")");
  }

  /** Judges the claim: it holds if all of its conditions do, and does not if one does not. */
  private Outcome outcome(List<Statement> statements, Certainty certainty) {
    List<Outcome> all =
        statements.stream().map(each -> each.outcome(certainty.ofEach(count()))).toList();
    if (all.contains(Outcome.NOT_HELD)) {
      return Outcome.NOT_HELD;
    }
    return all.contains(Outcome.INCONCLUSIVE) ? Outcome.INCONCLUSIVE : Outcome.HELD;
  }

  private List<Statement> statements() {
    return lines.entrySet().stream()
        .flatMap(
            e ->
                e.getValue().stream()
                    .map(line -> new Statement(e.getKey(), line, isNoise(e.getKey(), line))))
        .toList();
  }

  /**
   * Returns whether two arms differ by less than the noise floor, and so does the bound of the
   * claim from 1: then the noise would decide.
   */
  private boolean isNoise(Condition condition, Evidence line) {
    return !line.deciding().isLevel()
        && near(condition)
            .share(condition.figure())
            .map(share -> new Interval(1 / (1 + share), 1, 1 + share))
            .filter(floor -> floor.contains(line.deciding().estimate()))
            .filter(floor -> condition.judge(floor) == Outcome.INCONCLUSIVE)
            .isPresent();
  }

  /** Returns the A/A arm at the loads that a condition compares. */
  private AgainstItself near(Condition condition) {
    return noise.near(condition.sides(claim.pair()));
  }

  /**
   * Returns the p-value, the smallest error at which Student's intervals give the outcome, for a
   * table that controls how many of its verdicts are wrong; empty if a largest value decided.
   */
  private Optional<String> p(List<Statement> statements, Outcome outcome) {
    if (statements.stream().allMatch(each -> each.line().deciding().isLargest())) {
      return Optional.empty();
    }
    double without = LEAST_P;
    double with = Bootstrap.ERROR;
    if (outcome(statements, look.students(without)) == outcome) {
      return Optional.of(format("p < %.5f", without));
    }
    while (with > 1.001 * without) {
      double middle = Math.sqrt(without * with);
      if (outcome(statements, look.students(middle)) == outcome) {
        with = middle;
      } else {
        without = middle;
      }
    }
    return Optional.of(format("p %.5f", with));
  }

  private boolean asks() {
    return lines.keySet().stream().anyMatch(Condition::asks);
  }

  /** Counts all comparisons that have to be right together. A largest value has no interval. */
  private int count() {
    int measured =
        allLines()
            .filter(line -> !line.deciding().isLargest())
            .mapToInt(line -> line.against().size())
            .sum();
    return Math.max(1, measured);
  }

  private Stream<Evidence> allLines() {
    return lines.values().stream().flatMap(List::stream);
  }

  private int blocks() {
    return allLines().mapToInt(Evidence::blocks).min().orElse(0);
  }

  /** Says why there is no verdict, whatever the intervals are. */
  private Optional<String> objection() {
    if (blocks() < look.fewest()) {
      return Optional.of("a verdict needs " + look.fewest());
    }
    return lines.keySet().stream()
        .flatMap(condition -> near(condition).objection(condition.figure()).stream())
        .findFirst();
  }

  /** Says that a figure is a lower bound: it may be known to be too long, never short enough. */
  private Optional<String> lowerBounds() {
    return when(
        allLines().anyMatch(Evidence::hasLowerBounds),
        "a percentile is a lower bound, because requests had no answer");
  }

  /** Says that the claim, or a rule for it, was written when these figures were known. */
  private Optional<String> exploratory(List<ClaimRun> group) {
    return claim.exploratory().stream()
        .filter(
            known ->
                group.stream()
                    .filter(run -> run.matches(known.of()))
                    .anyMatch(run -> known.knew(run.measured().startEpochMillis())))
        .map(known -> "exploratory, because " + known.because())
        .findFirst();
  }

  private String found() {
    boolean byUsers = claim.pair().contains("users");
    Certainty certainty = look.usual().ofEach(count());
    return lines.entrySet().stream()
        .flatMap(e -> e.getKey().inWords(e.getValue(), byUsers, certainty))
        .collect(Collectors.joining(", "));
  }

  /** Names the largest noise floor of the figures that the claim is about. */
  private Optional<String> noiseInWords() {
    return lines.keySet().stream()
        .flatMap(condition -> near(condition).share(condition.figure()).stream())
        .reduce(Math::max)
        .map(
            share ->
                Double.isInfinite(share)
                    ? "no noise floor, because readings are ticks of the clock"
                    : format("noise floor %.1f %%", 100 * share));
  }

  private static long tried(List<ClaimRun> group) {
    return group.stream().map(ClaimRun::block).distinct().count();
  }

  /** Ends a verdict: it says how many blocks were used, and how many were not. */
  static String blocksLeftOut(List<ClaimRun> group, int used) {
    long tried = tried(group);
    String out = tried > used ? format(", %d left out", tried - used) : "";
    return used == 0 ? out : (used == 1 ? "1 block" : used + " blocks") + out;
  }
}
