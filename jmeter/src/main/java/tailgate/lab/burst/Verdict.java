package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.summary.Claim.Answer;
import tailgate.lab.summary.Spread;

/**
 * The answer for one workload: by how much less the adaptive pool's spike P99 was than the fixed
 * pool's of the same trial.
 *
 * @param reductions one for each trial in which both runs count, in the order of the trials; 0.3 is
 *     30 % less, negative is more
 * @param againstReference the adaptive pool's spike P99 as a multiple of the reference's, likewise
 * @param left trials that do not count
 */
record Verdict(
    String workload,
    boolean keepAlive,
    List<Double> reductions,
    List<Double> againstReference,
    int left) {

  /** What the seed hoped for. */
  static final double CLAIM = 0.30;

  Verdict {
    reductions = List.copyOf(reductions);
    againstReference = List.copyOf(againstReference);
  }

  /**
   * Compares the runs of one workload.
   *
   * @param results of this workload and kind of connection, in any order
   */
  static Verdict of(String workload, boolean keepAlive, List<BurstResult> results) {
    List<Double> reductions = new ArrayList<>();
    List<Double> againstReference = new ArrayList<>();
    int left = 0;
    for (int trial : results.stream().map(BurstResult::trial).distinct().sorted().toList()) {
      OptionalDouble adaptive = spikeP99(results, trial, Role.ADAPTIVE);
      OptionalDouble fixed = spikeP99(results, trial, Role.FIXED);
      OptionalDouble reference = spikeP99(results, trial, Role.REFERENCE);
      if (adaptive.isPresent() && fixed.isPresent()) {
        reductions.add(1 - adaptive.getAsDouble() / fixed.getAsDouble());
      } else {
        left++;
      }
      if (adaptive.isPresent() && reference.isPresent()) {
        againstReference.add(adaptive.getAsDouble() / reference.getAsDouble());
      }
    }
    return new Verdict(workload, keepAlive, reductions, againstReference, left);
  }

  private static OptionalDouble spikeP99(List<BurstResult> results, int trial, Role role) {
    return results.stream()
        .filter(result -> result.trial() == trial && result.role() == role)
        .filter(result -> result.objection().isEmpty() && result.spikes().count() > 0)
        .mapToDouble(result -> Math.max(1, result.spikes().p99()))
        .findFirst();
  }

  /** Held means: in every trial that counts. Open means that none does. */
  Answer answer() {
    if (reductions.isEmpty()) {
      return Answer.OPEN;
    }
    return reductions.stream().allMatch(reduction -> reduction >= CLAIM)
        ? Answer.HELD
        : Answer.NOT_HELD;
  }

  @Override
  public String toString() {
    String trials = left == 0 ? "" : ", " + left + " left out";
    if (reductions.isEmpty()) {
      return ">= 30 %: open, no trial counts" + trials;
    }
    String answer = answer() == Answer.HELD ? "HELD" : "not held";
    Spread spread = Spread.of(reductions);
    return String.format(
        Locale.ROOT,
        ">= 30 %%: %s (median %s, %s to %s, %d trials%s)",
        answer,
        change(spread.median()),
        change(spread.most()),
        change(spread.least()),
        reductions.size(),
        trials);
  }

  /** As a change of the P99: less is a minus. */
  private static String change(double reduction) {
    return String.format(Locale.ROOT, "%+.0f %%", -100 * reduction);
  }
}
