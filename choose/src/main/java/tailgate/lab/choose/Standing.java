package tailgate.lab.choose;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says what a stage can do on one machine, to be compared with others there and elsewhere. Of
 * several sizes of a pool it is the one with the highest capacity.
 *
 * @param workers the most workers of a pool; null for other stages, and if the user has set it
 * @param perSecond the capacity; 0 if no rate held
 * @param low the low end of its range
 * @param high the high end of its range
 * @param atLeast whether the generator ended the climb, and not the server
 * @param late whether the generator was late by itself in steps that failed
 * @param band the share by which two may differ that are equal, see {@link Choice}
 */
public record Standing(
    String stage,
    @Nullable Integer workers,
    double perSecond,
    double low,
    double high,
    boolean atLeast,
    boolean late,
    double band) {

  /** Returns each stage once, in the order of the rows. */
  static List<Standing> of(List<Row> rows, Objective objective, double band) {
    Map<String, Row> best = new LinkedHashMap<>();
    Comparator<Row> byCapacity = Comparator.comparingDouble(Row::perSecond);
    for (Row row : rows) {
      best.merge(
          row.stage(), row, (left, right) -> byCapacity.compare(right, left) > 0 ? right : left);
    }
    return best.values().stream().map(row -> of(row, objective, band)).toList();
  }

  private static Standing of(Row row, Objective objective, double band) {
    Capacity capacity = row.capacity();
    return new Standing(
        row.stage(),
        row.arm().workers(),
        row.perSecond(),
        capacity.interval().low(),
        capacity.interval().high(),
        capacity.atLeast(),
        row.arms().stream().anyMatch(arm -> arm.isDoubtful(objective)),
        band);
  }

  /** Returns whether it is certainly better: by more than the band, and no ranges overlap. */
  public boolean isAheadOf(Standing other) {
    return !other.atLeast && perSecond * (1 - band) > other.perSecond && low > other.high;
  }

  /** Returns its place, from 1; those that cannot be told from the best of a place share it. */
  public int rankAmong(List<Standing> all) {
    List<Standing> sorted =
        all.stream().sorted(Comparator.comparingDouble(Standing::perSecond).reversed()).toList();
    int rank = 1;
    for (int i = 0; i < sorted.size(); i++) {
      rank = sorted.get(rank - 1).isAheadOf(sorted.get(i)) ? i + 1 : rank;
      if (sorted.get(i).equals(this)) {
        return rank;
      }
    }
    throw new IllegalArgumentException(stage + " is not one of them");
  }

  /** Returns the capacity, as {@code 4,930}, {@code > 12,000} or {@code none}. */
  @Override
  public String toString() {
    return perSecond == 0 ? "none" : (atLeast ? "> " : "") + Capacity.rate(perSecond);
  }
}
