package tailgate.lab.claim;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.Evidence.Pair;

/**
 * One comparison that a claim makes: a figure of some runs, against that of other runs or against a
 * level.
 *
 * @param of the runs that it is about
 * @param than each run is compared with one of these: that with the same trial or number of users
 * @param best each run is compared with one of these: that with the largest figure. If neither this
 *     nor {@code than} is given, the condition is about a level
 * @param needs each must match one of the runs of {@code best}, or nothing can be said: a peak has
 *     two sides
 * @param optional whether the claim is judged without this condition if it has no runs
 * @param bound a factor, or a level in the figure's unit
 * @param found a {@link Template} of our figures
 */
record Condition(
    Figure figure,
    Selection of,
    @Nullable Selection than,
    @Nullable Selection best,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<Selection> needs,
    boolean optional,
    Relation relation,
    double bound,
    String found) {

  boolean holds(Evidence evidence) {
    return relation.holds(evidence, bound);
  }

  /** Our figures: for each number of users, if runs are compared by them; else once. */
  String inWords(Evidence evidence, boolean byUsers) {
    return evidence.inWords(new Template(found), bound, byUsers ? Integer.MAX_VALUE : 1);
  }

  /** Whether both sides of the comparison were tried, whatever came of it. */
  boolean wasTried(List<Observation> all) {
    return Stream.of(of, than, best)
        .allMatch(selection -> selection == null || !selection.from(all).isEmpty());
  }

  /**
   * The runs of this condition; no pairs if there are none.
   *
   * @param usable the runs that take part
   * @param all these and those that do not
   */
  Evidence evidence(
      List<Observation> usable, List<Observation> all, List<String> pairBy, long tickMicros) {
    List<Observation> points = best == null ? List.of() : best.from(usable);
    List<Pair> pairs =
        of.from(usable).stream()
            .flatMap(
                run ->
                    than == null && best == null
                        ? Stream.of(new Pair(run, null))
                        : partner(run, usable, points, pairBy).stream()
                            .map(other -> new Pair(run, other)))
            .toList();
    long tried = all.stream().map(run -> run.get(pairBy)).distinct().count();
    return new Evidence(figure, pairs, points, (int) tried - pairs.size(), tickMicros);
  }

  private Optional<Observation> partner(
      Observation run, List<Observation> usable, List<Observation> points, List<String> pairBy) {
    if (than != null) {
      return than.from(usable).stream()
          .filter(other -> other.get(pairBy).equals(run.get(pairBy)))
          .findFirst();
    }
    return needs.stream().anyMatch(needed -> needed.from(points).isEmpty())
        ? Optional.empty()
        : points.stream().max(Comparator.comparingDouble(figure::of));
  }
}
