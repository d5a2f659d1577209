package tailgate.lab.claim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.load.Measurement;

/**
 * Judges the claims about one experiment by its runs.
 *
 * @param tickMicros the resolution of the clock that took the latencies
 */
public record Evaluator(String experiment, long tickMicros, List<Observation> runs) {

  public Evaluator {
    runs = List.copyOf(runs);
  }

  /** A verdict for each claim for which there are figures, in the order of the table. */
  public List<Verdict> verdicts() {
    return Claim.about(experiment)
        .flatMap(claim -> groups(claim).stream().flatMap(group -> verdict(claim, group)))
        .toList();
  }

  /**
   * The same, and a word on each run that says nothing about speed where the claims are on speed.
   */
  public List<Verdict> verdictsOnSpeed() {
    if (Claim.about(experiment).allMatch(Claim::allRuns)) {
      return verdicts();
    }
    List<Measurement> all = runs.stream().map(Observation::measured).toList();
    return Stream.concat(verdicts().stream(), Verdict.silent(all).stream()).toList();
  }

  /** In the order in which the runs were made. */
  private List<List<Observation>> groups(Claim claim) {
    Map<List<String>, List<Observation>> groups = new LinkedHashMap<>();
    for (Observation run : runs) {
      groups.computeIfAbsent(run.get(claim.groupBy()), key -> new ArrayList<>()).add(run);
    }
    return List.copyOf(groups.values());
  }

  private Stream<Verdict> verdict(Claim claim, List<Observation> group) {
    if (!claim.conditions().get(0).wasTried(group)) {
      return Stream.empty();
    }
    List<Observation> usable =
        group.stream()
            .filter(run -> run.objection().isEmpty())
            .filter(run -> claim.allRuns() || Observation.showsSpeed(run.measured()))
            .toList();
    Map<Condition, Evidence> judged = new LinkedHashMap<>();
    for (Condition condition : claim.conditions()) {
      Evidence evidence = condition.evidence(usable, group, claim.pairBy(), tickMicros);
      if (!evidence.pairs().isEmpty()) {
        judged.put(condition, evidence);
      } else if (!condition.optional()) {
        String open = "open, no trial counts" + evidence.leftOutInWords();
        return claim.pairBy().contains("trial")
            ? Stream.of(Verdict.open(claim.text(group), open))
            : Stream.empty();
      }
    }
    return Stream.of(withheld(judge(claim, group, judged), claim, group, judged));
  }

  private static Verdict judge(
      Claim claim, List<Observation> group, Map<Condition, Evidence> judged) {
    boolean asks = claim.conditions().stream().anyMatch(c -> c.relation() == Relation.ASKS);
    boolean held = judged.entrySet().stream().allMatch(e -> e.getKey().holds(e.getValue()));
    boolean byUsers = claim.pairBy().contains("users");
    List<String> found =
        judged.entrySet().stream().map(e -> e.getKey().inWords(e.getValue(), byUsers)).toList();
    return new Verdict(
        claim.text(group),
        asks ? Outcome.OPEN : held ? Outcome.HELD : Outcome.NOT_HELD,
        String.join(", ", found));
  }

  private static Verdict withheld(
      Verdict verdict, Claim claim, List<Observation> group, Map<Condition, Evidence> judged) {
    if (group.size() < claim.runs()) {
      return verdict.withheld(
          "only %d of its %d runs are there".formatted(group.size(), claim.runs()));
    }
    boolean keptUp =
        judged.values().stream()
            .flatMap(Evidence::runs)
            .allMatch(run -> Observation.generatorKeptUp(run.measured()));
    return keptUp ? verdict : verdict.withheld("the generator fell behind");
  }
}
