package tailgate.lab.claim;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.stats.Bootstrap;

/**
 * How many claims a look has decided, and whether further blocks may decide others.
 *
 * @param claims the number of all that were judged; questions are not
 * @param decided the number of those with a verdict
 * @param open the number of those without one that the last look would decide if the blocks so far
 *     came again until then
 */
public record DecidedClaims(Look look, Look last, int claims, int decided, int open) {

  /** Counts the claims about the runs that were made before a look. */
  public static DecidedClaims of(Evaluator seen, Look last) {
    List<Boolean> now = decided(seen, seen.runs(), seen.look());
    List<Boolean> then = decided(seen, again(seen, last.blocks()), last);
    return new DecidedClaims(
        seen.look(),
        last,
        now.size(),
        (int) now.stream().filter(isDecided -> isDecided).count(),
        (int) IntStream.range(0, now.size()).filter(i -> then.get(i) && !now.get(i)).count());
  }

  /** Returns of each claim whether it has a verdict, even if that has to end the run. */
  private static List<Boolean> decided(Evaluator seen, List<ClaimRun> runs, Look look) {
    List<Outcome> printed = outcomes(seen, runs, look);
    List<Outcome> sure = outcomes(seen, runs, look.toEnd());
    return IntStream.range(0, printed.size())
        .mapToObj(i -> printed.get(i).isDecided() && sure.get(i).isDecided())
        .toList();
  }

  private static List<Outcome> outcomes(Evaluator seen, List<ClaimRun> runs, Look look) {
    return new Evaluator(seen.claims(), seen.tickMicros(), runs, look)
        .verdicts().stream()
            .map(Verdict::outcome)
            .filter(outcome -> outcome != Outcome.OPEN)
            .toList();
  }

  /**
   * Returns the runs as if their blocks came again until there are so many. The A/A arm does not:
   * noise that comes again would become a difference of the same from the same.
   */
  private static List<ClaimRun> again(Evaluator seen, int blocks) {
    List<ClaimRun> runs = new ArrayList<>(seen.runs());
    int made = seen.look().blocks();
    for (int block = made + 1; block <= blocks; block++) {
      String like = Integer.toString((block - 1) % made + 1);
      for (ClaimRun run : seen.runs()) {
        if (run.block().equals(like) && !run.isTwin()) {
          runs.add(run.again(block));
        }
      }
    }
    return runs;
  }

  /** Returns words for people. */
  @Override
  public String toString() {
    String further =
        open > 0
            ? "; further blocks may decide others"
            : decided < claims && look.blocks() < last.blocks()
                ? "; further blocks would decide no other"
                : "";
    return format(
        "After %d of at most %d blocks, decided claims (p up to %.4f): %d of %d%s",
        look.blocks(),
        last.blocks(),
        Bootstrap.ERROR * look.ending() / look.error(),
        decided,
        claims,
        further);
  }
}
