package tailgate.lab.handoff;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Claim.Answer;
import tailgate.lab.summary.Spread;

/**
 * What two ways to hand over say of a claim, at one number of workers: by how much more the one
 * served than the other in the same trial.
 *
 * @param gains one for each trial in which both count; 0.1 is 10 % more answers a second
 */
record HandoffVerdict(Claim claim, int workers, List<Double> gains) {

  /** Two ways, and what has been said of them. */
  enum Claim {
    /** The seed's medians were 14 % apart at 16 workers and 1 % at 32. */
    FUTEX("park", "lock", "waiting as on a futex is slightly faster than on conditions (003)"),
    /** Described side by side, and never compared. */
    SEMAPHORES("semaphores", "lock", "semaphores or conditions? (001 has both, and no figure)");

    private final String one;
    private final String other;
    private final String words;

    Claim(String one, String other, String words) {
      this.one = one;
      this.other = other;
      this.words = words;
    }
  }

  /** More than this is not slightly. */
  static final double SLIGHTLY = 0.15;

  HandoffVerdict {
    gains = List.copyOf(gains);
  }

  /** All there are, for results in any order. */
  static List<HandoffVerdict> all(List<HandoffResult> results) {
    List<HandoffVerdict> verdicts = new ArrayList<>();
    for (Claim claim : Claim.values()) {
      for (int workers : workers(results)) {
        List<HandoffResult> some =
            results.stream().filter(result -> result.run().workers() == workers).toList();
        if (knows(some, claim.one) && knows(some, claim.other)) {
          verdicts.add(new HandoffVerdict(claim, workers, gains(claim, some)));
        }
      }
    }
    return verdicts;
  }

  private static List<Integer> workers(List<HandoffResult> results) {
    return results.stream().map(result -> result.run().workers()).distinct().toList();
  }

  private static boolean knows(List<HandoffResult> results, String kind) {
    return results.stream().anyMatch(result -> result.run().kind().equals(kind));
  }

  private static List<Double> gains(Claim claim, List<HandoffResult> results) {
    List<Double> gains = new ArrayList<>();
    for (int trial : results.stream().map(result -> result.run().trial()).distinct().toList()) {
      OptionalDouble one = perSecond(results, claim.one, trial);
      OptionalDouble other = perSecond(results, claim.other, trial);
      if (one.isPresent() && other.isPresent()) {
        gains.add(one.getAsDouble() / other.getAsDouble() - 1);
      }
    }
    return gains;
  }

  private static OptionalDouble perSecond(List<HandoffResult> results, String kind, int trial) {
    return results.stream()
        .filter(result -> result.run().kind().equals(kind) && result.run().trial() == trial)
        .filter(result -> result.objection().isEmpty() && result.measured().perSecond() > 0)
        .mapToDouble(result -> result.measured().perSecond())
        .findFirst();
  }

  /** Held means: faster in every trial that counts, and in the median not by more than a little. */
  Answer answer() {
    if (gains.isEmpty() || claim == Claim.SEMAPHORES) {
      return Answer.OPEN;
    }
    Spread spread = Spread.of(gains);
    return spread.least() > 0 && spread.median() <= SLIGHTLY ? Answer.HELD : Answer.NOT_HELD;
  }

  /** For a page. */
  HtmlReport.Answer onPage() {
    return new HtmlReport.Answer(workers + " workers", answer().mood(), toString());
  }

  @Override
  public String toString() {
    if (gains.isEmpty()) {
      return claim.words + ": open, no trial counts";
    }
    String answer =
        switch (answer()) {
          case HELD -> "HELD, ";
          case NOT_HELD -> "not held, ";
          case OPEN -> "";
        };
    Spread spread = Spread.of(gains);
    return String.format(
        Locale.ROOT,
        "%s: %s%s served %s of what %s did (median; %s to %s; %d trials)",
        claim.words,
        answer,
        claim.one,
        change(spread.median()),
        claim.other,
        change(spread.least()),
        change(spread.most()),
        gains.size());
  }

  private static String change(double gain) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * (1 + gain));
  }
}
