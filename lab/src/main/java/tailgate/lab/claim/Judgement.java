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
import tailgate.lab.stats.Interval;

/**
 * Judges one claim by what the runs say about its conditions.
 *
 * @param lines what the runs say about each condition of the claim; at least one line for each
 */
record Judgement(StatedClaim claim, Map<Condition, List<Evidence>> lines, AgainstItself noise) {

  /** A verdict needs so many blocks; with fewer there are figures, perhaps an interval. */
  static final int BLOCKS = 10;

  Verdict verdict(List<ClaimRun> group) {
    return new Verdict(text(claim, group), outcome(group), words(group));
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
  private Outcome outcome(List<ClaimRun> group) {
    if (asks()) {
      return Outcome.OPEN;
    }
    if (objection().isPresent()) {
      return tried(group) < BLOCKS ? Outcome.FIRST_IMPRESSION : Outcome.INCONCLUSIVE;
    }
    List<Outcome> all =
        lines.entrySet().stream()
            .flatMap(e -> e.getValue().stream().map(line -> outcome(e.getKey(), line)))
            .toList();
    if (all.contains(Outcome.NOT_HELD)) {
      return Outcome.NOT_HELD;
    }
    return all.contains(Outcome.INCONCLUSIVE) ? Outcome.INCONCLUSIVE : Outcome.HELD;
  }

  private Outcome outcome(Condition condition, Evidence line) {
    return line.interval(statements())
        .filter(interval -> !isNoise(condition, line, interval))
        .flatMap(interval -> line.bounds(statements()))
        .map(condition::judge)
        .orElse(Outcome.INCONCLUSIVE);
  }

  /** Returns whether the ratio is within the noise, and so is the bound of the claim. */
  private boolean isNoise(Condition condition, Evidence line, Interval ratio) {
    return !line.deciding().isLevel()
        && noise
            .share(condition.figure())
            .map(share -> new Interval(1 / (1 + share), 1, 1 + share))
            .filter(floor -> floor.contains(ratio.low()) && floor.contains(ratio.high()))
            .filter(floor -> condition.judge(floor) == Outcome.INCONCLUSIVE)
            .isPresent();
  }

  private boolean asks() {
    return lines.keySet().stream().anyMatch(Condition::asks);
  }

  /** Counts all comparisons that have to be right together. */
  private int statements() {
    int measured =
        lines.entrySet().stream()
            .filter(e -> !e.getKey().figure().isExact())
            .flatMap(e -> e.getValue().stream())
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
    if (blocks() < BLOCKS) {
      return Optional.of("a verdict needs " + BLOCKS);
    }
    return lines.keySet().stream()
        .flatMap(condition -> noise.objection(condition.figure()).stream())
        .findFirst();
  }

  /** Says that a figure is a lower bound: it may be known to be too long, never short enough. */
  private Optional<String> lowerBounds() {
    return allLines().anyMatch(Evidence::hasLowerBounds)
        ? Optional.of("a percentile is a lower bound, because requests had no answer")
        : Optional.empty();
  }

  private String words(List<ClaimRun> group) {
    boolean byUsers = claim.pair().contains("users");
    String found =
        lines.entrySet().stream()
            .flatMap(e -> e.getKey().inWords(e.getValue(), byUsers, statements()))
            .collect(Collectors.joining(", "));
    return Stream.of(
            Stream.of(found),
            Stream.of(blocksLeftOut(group, blocks())),
            asks() ? Stream.<String>empty() : objection().stream(),
            asks() ? Stream.<String>empty() : lowerBounds().stream(),
            noiseInWords().stream())
        .flatMap(parts -> parts)
        .collect(Collectors.joining("; "));
  }

  /** Names the largest noise floor of the figures that the claim is about. */
  private Optional<String> noiseInWords() {
    return lines.keySet().stream()
        .map(Condition::figure)
        .distinct()
        .flatMap(figure -> noise.share(figure).stream())
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
