package tailgate.lab.choose;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Says which candidate is recommended.
 *
 * @param pick the recommendation; empty if no candidate keeps the objective at any rate
 * @param best the candidate with the highest capacity; empty likewise
 * @param equal the candidates that cannot be told from the best, itself included; if none of them
 *     is {@linkplain Simplicity#isSafe safe}, also those that it is not clearly better than
 * @param open the candidates behind the best of which nobody knows whether they are better: the
 *     generator has ended their climbs, or they have a flaw, and what they are does not bound them
 *     below the best
 * @param others the candidates that are neither the best nor equal to it
 * @param next the best of the others
 * @param band the share by which candidates may differ that are equal
 */
record Choice(
    Optional<Row> pick,
    Optional<Row> best,
    List<Row> equal,
    List<Row> open,
    List<Row> others,
    Optional<Row> next,
    double band) {

  /** A smaller difference is no difference to anybody who runs a server. */
  private static final double TIE = 0.1;

  /** A candidate that is not safe has to be better by this share. */
  private static final double CLEAR = 0.2;

  /**
   * Chooses a candidate.
   *
   * @param noise by which share the A/A arm differed; empty if there is none
   */
  static Choice of(List<Row> rows, ChoosePlan plan, OptionalDouble noise) {
    // All are tried at the same rates, so two that are equal are found at most a step apart.
    double unknown = 1 - 1 / plan.resolution();
    double band = Math.max(TIE, Math.max(unknown, noise.orElse(0)));
    Comparator<Row> byCapacity = Comparator.comparingDouble(Row::perSecond);
    List<Row> able = able(rows);
    Optional<Row> best = able.stream().max(byCapacity);
    if (best.isEmpty()) {
      return new Choice(best, best, List.of(), List.of(), rows, Optional.empty(), band);
    }
    Near of = new Near(able, plan.objective());
    List<Row> near = of.equal(best.get(), band);
    boolean isRisky = near.stream().noneMatch(Simplicity::isSafe);
    double width = isRisky ? Math.max(band, CLEAR) : band;
    List<Row> equal = of.equal(best.get(), width);
    List<Row> open =
        rows.stream()
            .filter(row -> !equal.contains(row) && !row.isRough(rows))
            .filter(row -> row.isOpen(plan.objective()))
            .filter(row -> row.mostPerSecond(plan.cores()) > best.get().perSecond())
            .filter(row -> row.mostSeen(plan.objective()) > best.get().perSecond())
            .toList();
    List<Row> others = rows.stream().filter(row -> !equal.contains(row)).toList();
    Optional<Row> next = others.stream().max(byCapacity);
    List<Row> safe = equal.stream().filter(Simplicity::isSafe).toList();
    Optional<Row> simplest =
        safe.stream()
            .max(byCapacity)
            .flatMap(
                most ->
                    new Near(safe, plan.objective())
                        .equal(most, band).stream().min(Simplicity.order()));
    return new Choice(simplest.or(() -> best), best, equal, open, others, next, width);
  }

  /**
   * Returns the candidates that can be the best. A pool that was measured roughly is one of them
   * only if it did more than all others.
   */
  private static List<Row> able(List<Row> rows) {
    double most =
        rows.stream().filter(row -> !row.isRough(rows)).mapToDouble(Row::perSecond).max().orElse(0);
    return rows.stream()
        .filter(row -> !row.capacity().isNone())
        .filter(row -> !row.isRough(rows) || row.perSecond() > most)
        .toList();
  }

  /** Finds those of some candidates that are near one of them. */
  private record Near(List<Row> rows, Objective objective) {

    List<Row> equal(Row best, double band) {
      return rows.stream().filter(row -> row.equals(best) || isEqual(row, best, band)).toList();
    }

    private boolean isEqual(Row row, Row best, double band) {
      if (row.isLate(objective) || best.isLate(objective)) {
        return false; // one of them may do several times as much
      }
      return row.capacity().isNear(best.capacity(), band)
          || (row.isAtLimit(objective) && best.arm().isNearLimit(row.perSecond()));
    }
  }
}
