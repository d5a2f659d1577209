package tailgate.lab.sweep;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import tailgate.lab.load.Measurement;

/**
 * What was measured of the fixed pool, which is to us what the pools of the seeds are.
 *
 * @param results with one kind of connection, by number of users
 */
record Points(List<SweepResult> results) {

  private static final String POOL = "threadpool";

  Points {
    results = List.copyOf(results);
  }

  static Points of(SweepFigures figures, boolean keepAlive) {
    return new Points(figures.of(POOL, keepAlive));
  }

  /** Those with so many users. */
  Points with(IntPredicate wanted) {
    return new Points(
        results.stream().filter(result -> wanted.test(result.run().users())).toList());
  }

  boolean has(IntPredicate wanted) {
    return !with(wanted).results.isEmpty();
  }

  Optional<Measurement> at(int users) {
    return with(count -> count == users).results.stream().map(SweepResult::measured).findFirst();
  }

  /** Where most is served. */
  Optional<SweepResult> best() {
    return results.stream().max(Comparator.comparingDouble(each -> each.measured().perSecond()));
  }

  /** As {@code 1, 16 and 64 users}. */
  @Override
  public String toString() {
    List<String> counts =
        results.stream()
            .map(result -> String.format(Locale.ROOT, "%,d", result.run().users()))
            .toList();
    int last = counts.size() - 1;
    return last < 1
        ? String.join("", counts) + " users"
        : String.join(", ", counts.subList(0, last)) + " and " + counts.get(last) + " users";
  }
}
