package tailgate.lab.machines;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Optional;
import tailgate.lab.choose.Standing;

/**
 * A machine and what its stages can do.
 *
 * @param key in tables, as {@code A}
 */
record Row(String key, Machine machine, List<Standing> standings, List<String> doubts) {

  Row {
    standings = List.copyOf(standings);
    doubts = List.copyOf(doubts);
  }

  Optional<Standing> of(String stage) {
    return standings.stream().filter(standing -> standing.stage().equals(stage)).findFirst();
  }

  /** Those that no other one is ahead of; none if no rate held. */
  List<String> first() {
    return standings.stream()
        .filter(standing -> standing.perSecond() > 0 && standing.rankAmong(standings) == 1)
        .map(Standing::stage)
        .toList();
  }

  /** Whether one stage is certainly ahead of another here; false if one of them is missing. */
  boolean hasAhead(String stage, String other) {
    return of(stage).flatMap(one -> of(other).map(another -> one.isAheadOf(another))).orElse(false);
  }

  /** As {@code 4,930 (2)}: the capacity and the rank. */
  String cell(String stage) {
    return of(stage)
        .map(
            standing ->
                standing.perSecond() == 0
                    ? standing.toString()
                    : format("%s (%d)", standing, standing.rankAmong(standings)))
        .orElse("–");
  }
}
