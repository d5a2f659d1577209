package tailgate.lab.claim;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.BlockComparison.Pair;

/**
 * One comparison that a claim makes: a figure of some runs, against that of other runs or against a
 * level. Runs of different blocks are never compared.
 *
 * @param of the runs that it is about
 * @param than each run is compared with one of these: that with the same number of users
 * @param best each run is compared with all of these, of which the largest decides. If neither this
 *     nor {@code than} is given, the condition is about a level
 * @param needs each must match one of the runs of {@code best}, or nothing can be said: a peak has
 *     two sides
 * @param optional whether the claim is judged without this condition if it has no runs
 * @param bound a factor, or a level in the figure's unit
 * @param found a {@link Template} of our figures; null if another condition has the same
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
    @Nullable String found) {

  /**
   * Puts our figures into words: for each number of users, if runs are compared by them; else once.
   *
   * @param statements how many statements the claim makes
   */
  Stream<String> inWords(List<Evidence> lines, boolean byUsers, int statements) {
    if (found == null) {
      return Stream.empty();
    }
    Template words = new Template(found);
    return lines.stream()
        .limit(byUsers ? Integer.MAX_VALUE : 1)
        .map(line -> line.inWords(words, lines, bound, statements));
  }

  Relation.Range range() {
    return relation.range(bound);
  }

  /** Returns whether both sides of the comparison were tried, even if no run can be used. */
  boolean wasTried(List<Observation> all) {
    return Stream.of(of, than, best)
            .allMatch(selection -> selection == null || !selection.from(all).isEmpty())
        && needs.stream().noneMatch(needed -> needed.from(bestOf(all)).isEmpty());
  }

  private List<Observation> bestOf(List<Observation> runs) {
    return best == null ? List.of() : best.from(runs);
  }

  /**
   * Returns what the runs of this condition say: a line for each point that it is about, in the
   * order of the runs. There is none if there is nothing to compare.
   */
  List<Evidence> evidence(List<Observation> usable, List<String> pairBy, long tickMicros) {
    List<Observation> points = bestOf(usable);
    if (needs.stream().anyMatch(needed -> needed.from(points).isEmpty())) {
      return List.of();
    }
    List<Evidence> lines = new ArrayList<>();
    for (List<Observation> runs : byPoint(of.from(usable))) {
      List<BlockComparison> comparisons =
          partners(runs.get(0), usable, points, pairBy)
              .flatMap(partner -> comparison(runs, partner, tickMicros).stream())
              .toList();
      if (!comparisons.isEmpty()) {
        lines.add(new Evidence(comparisons));
      }
    }
    return lines;
  }

  /** Returns the runs of each point to compare with; a level is compared once, with no runs. */
  private Stream<List<Observation>> partners(
      Observation run, List<Observation> usable, List<Observation> points, List<String> pairBy) {
    if (than != null) {
      List<Observation> same =
          than.from(usable).stream()
              .filter(partner -> partner.get(pairBy).equals(run.get(pairBy)))
              .toList();
      return byPoint(same).stream().limit(1);
    }
    return best == null
        ? Stream.of(List.of())
        : byPoint(points).stream().filter(runs -> !runs.get(0).point().equals(run.point()));
  }

  private Optional<BlockComparison> comparison(
      List<Observation> runs, List<Observation> partners, long tickMicros) {
    boolean level = than == null && best == null;
    List<Pair> pairs =
        runs.stream()
            .flatMap(
                run ->
                    level
                        ? Stream.of(new Pair(run, null))
                        : partners.stream()
                            .filter(partner -> partner.block().equals(run.block()))
                            .limit(1)
                            .map(partner -> new Pair(run, partner)))
            .toList();
    return pairs.isEmpty()
        ? Optional.empty()
        : Optional.of(new BlockComparison(figure, pairs, tickMicros));
  }

  private static Collection<List<Observation>> byPoint(List<Observation> runs) {
    Map<Map<String, String>, List<Observation>> points = new LinkedHashMap<>();
    for (Observation run : runs) {
      points.computeIfAbsent(run.point(), point -> new ArrayList<>()).add(run);
    }
    return points.values();
  }
}
