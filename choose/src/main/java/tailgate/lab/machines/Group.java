package tailgate.lab.machines;

import java.util.Comparator;
import java.util.List;
import tailgate.lab.choose.Standing;

/**
 * The machines on which the same was asked.
 *
 * @param rows at least one
 */
record Group(ComparedQuestion question, List<MachineRow> rows) {

  Group {
    rows = List.copyOf(rows);
  }

  /** Returns the stages of any machine, in the order of the machine that has the most. */
  List<String> stages() {
    return rows.stream()
        .map(MachineRow::standings)
        .sorted(Comparator.comparingInt(standings -> -standings.size()))
        .flatMap(List::stream)
        .map(Standing::stage)
        .distinct()
        .toList();
  }
}
