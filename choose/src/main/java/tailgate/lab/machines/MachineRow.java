package tailgate.lab.machines;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Optional;
import tailgate.lab.choose.Standing;

/**
 * Shows what the stages of a machine can do.
 *
 * @param key the name in tables, as {@code A}
 */
record MachineRow(
    String key, ComparedMachine machine, List<Standing> standings, List<String> doubts) {

  MachineRow {
    standings = List.copyOf(standings);
    doubts = List.copyOf(doubts);
  }

  Optional<Standing> of(String stage) {
    return standings.stream().filter(standing -> standing.stage().equals(stage)).findFirst();
  }

  /** Returns the stages that no other one is ahead of; none if no rate held. */
  List<String> first() {
    return standings.stream()
        .filter(standing -> standing.perSecond() > 0 && standing.rankAmong(standings) == 1)
        .map(Standing::stage)
        .toList();
  }

  /** Returns whether one stage is certainly ahead of another; false if one of them is missing. */
  boolean hasAhead(String stage, String rival) {
    return of(stage).flatMap(standing -> of(rival).map(standing::isAheadOf)).orElse(false);
  }

  /** Returns the capacity and the rank, as {@code 4,930 (2)}. */
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
