package tailgate.lab.claim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.plan.StatedClaim;
import tailgate.lab.plan.StatedClaim.StatedCondition;

/**
 * Judges the claims about one experiment by its runs.
 *
 * @param claims the claims, in the order of the verdicts
 * @param tickMicros the resolution of the clock that took the latencies
 * @param look after which blocks that is, and how sure a verdict has to be
 */
public record Evaluator(List<StatedClaim> claims, long tickMicros, List<ClaimRun> runs, Look look) {

  private static final String PART = "part";

  public Evaluator {
    claims = List.copyOf(claims);
    runs = List.copyOf(runs);
  }

  /** Returns a verdict for each claim that was tried. */
  public List<Verdict> verdicts() {
    return claims.stream().flatMap(claim -> about(claim).verdicts(claim)).toList();
  }

  /**
   * Selects the runs of the parts that a claim names: each has an A/A arm of its own. A claim is
   * about phases of runs or about whole runs, and other figures are known of these.
   */
  private Evaluator about(StatedClaim claim) {
    Set<String> parts =
        claim.conditions().stream()
            .flatMap(condition -> Stream.of(condition.of(), condition.than(), condition.best()))
            .flatMap(selection -> Stream.ofNullable(selection))
            .flatMap(selection -> Stream.ofNullable(selection.get(PART)))
            .collect(Collectors.toSet());
    boolean ofPhases = claim.conditions().getFirst().of().containsKey(ClaimRun.LOAD);
    List<ClaimRun> about =
        runs.stream()
            .filter(run -> parts.isEmpty() || parts.contains(run.get(PART)))
            .filter(run -> run.get(ClaimRun.LOAD).isEmpty() != ofPhases)
            .toList();
    return new Evaluator(claims, tickMicros, about, look);
  }

  private Stream<Verdict> verdicts(StatedClaim claim) {
    AgainstItself noise = noise();
    return groups(claim).stream().flatMap(group -> verdict(claim, group, noise));
  }

  /** Returns the verdicts, with a word on each run that shows no speed if the claims are on it. */
  public List<Verdict> verdictsOnSpeed() {
    if (claims.stream().allMatch(StatedClaim::allRuns)) {
      return verdicts();
    }
    List<Measurement> all = runs.stream().map(ClaimRun::measured).toList();
    return Stream.concat(verdicts().stream(), Verdict.silent(all).stream()).toList();
  }

  /** Returns what the A/A arm shows: a line for each point at which it ran. */
  public List<String> noiseFloor() {
    return noise().lines();
  }

  private AgainstItself noise() {
    return new AgainstItself(
        runs.stream().filter(run -> run.objection().isEmpty()).toList(), tickMicros, look);
  }

  /** Returns the runs in groups, in the order in which the runs were made. */
  private List<List<ClaimRun>> groups(StatedClaim claim) {
    Map<List<String>, List<ClaimRun>> groups = new LinkedHashMap<>();
    for (ClaimRun run : runs) {
      groups.computeIfAbsent(run.get(claim.each()), key -> new ArrayList<>()).add(run);
    }
    return List.copyOf(groups.values());
  }

  /**
   * Returns the runs of a group, and those of another one that it is compared with: a condition may
   * name it, as in {@code than: {java: 25}} of a claim that is judged for each Java.
   */
  private List<ClaimRun> compared(StatedClaim claim, StatedCondition says, List<ClaimRun> group) {
    Map<String, String> than = Objects.requireNonNullElse(says.than(), Map.of());
    List<String> common = claim.each().stream().filter(axis -> !than.containsKey(axis)).toList();
    ClaimRun first = group.get(0);
    Stream<ClaimRun> others =
        runs.stream()
            .filter(run -> run.matches(than) && run.get(common).equals(first.get(common)))
            .filter(run -> !run.get(claim.each()).equals(first.get(claim.each())));
    return Stream.concat(group.stream(), others).toList();
  }

  private static List<ClaimRun> usable(StatedClaim claim, List<ClaimRun> compared) {
    return compared.stream()
        .filter(run -> run.objection().isEmpty())
        .filter(run -> claim.allRuns() || ClaimRun.showsSpeed(run.measured()))
        .toList();
  }

  private Stream<Verdict> verdict(StatedClaim claim, List<ClaimRun> group, AgainstItself noise) {
    Map<Condition, List<Evidence>> lines = new LinkedHashMap<>();
    for (StatedCondition says : claim.conditions()) {
      Condition condition = new Condition(says);
      List<ClaimRun> compared = compared(claim, says, group);
      List<Evidence> evidence =
          condition.evidence(usable(claim, compared), claim.pair(), tickMicros);
      if (!evidence.isEmpty()) {
        lines.put(condition, evidence);
      } else if (!says.optional()) {
        return condition.wasTried(compared)
            ? Stream.of(
                Verdict.inconclusive(
                    Judgement.text(claim, group),
                    Verdict.NO_BLOCK + Judgement.blocksLeftOut(group, 0)))
            : Stream.empty();
      }
    }
    Map<String, String> common = new LinkedHashMap<>();
    claim.each().forEach(key -> common.put(key, group.get(0).get(key)));
    AgainstItself near = noise.near(List.of(common));
    return Stream.of(new Judgement(claim, lines, near, look).verdict(group));
  }
}
