package tailgate.lab.machines;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tailgate.lab.choose.Standing;

/**
 * All machines on which the same was asked.
 *
 * @param rows at least one
 */
record Group(Question question, List<Row> rows) {

  Group {
    rows = List.copyOf(rows);
  }

  /** Those of any machine, in the order of the machine that has the most. */
  List<String> stages() {
    return rows.stream()
        .map(Row::standings)
        .sorted(Comparator.comparingInt(standings -> -standings.size()))
        .flatMap(List::stream)
        .map(Standing::stage)
        .distinct()
        .toList();
  }

  /** How the order of the stages changes, one sentence each. */
  List<String> findings() {
    List<String> findings = new ArrayList<>(firsts());
    if (rows.size() == 1) {
      findings.add("There is no other machine to compare with.");
      return findings;
    }
    List<String> changes = changes();
    findings.addAll(changes);
    if (changes.isEmpty()) {
      findings.add(
          "No stage is clearly ahead of another one on one machine and clearly behind it on"
              + " another.");
    }
    return findings;
  }

  private List<String> firsts() {
    Map<List<String>, List<String>> keys = new LinkedHashMap<>();
    rows.forEach(
        row -> keys.computeIfAbsent(row.first(), first -> new ArrayList<>()).add(row.key()));
    return keys.entrySet().stream()
        .map(
            entry ->
                "On %s: %s."
                    .formatted(
                        Words.list(entry.getValue()),
                        entry.getKey().isEmpty()
                            ? "no stage keeps the objective"
                            : Words.list(entry.getKey())
                                + (entry.getKey().size() == 1
                                    ? " is first"
                                    : " share first place")))
        .toList();
  }

  /** Pairs of stages that change places by more than what cannot be told apart. */
  private List<String> changes() {
    List<String> changes = new ArrayList<>();
    List<String> stages = stages();
    for (int i = 0; i < stages.size(); i++) {
      for (int j = i + 1; j < stages.size(); j++) {
        String one = stages.get(i);
        String other = stages.get(j);
        String ahead = on(row -> row.hasAhead(one, other));
        String behind = on(row -> row.hasAhead(other, one));
        if (!ahead.isEmpty() && !behind.isEmpty()) {
          changes.add(
              "%s is ahead of %s on %s, and behind it on %s.".formatted(one, other, ahead, behind));
        }
      }
    }
    return changes;
  }

  private String on(Predicate<Row> such) {
    return Words.list(rows.stream().filter(such).map(Row::key).collect(Collectors.toList()));
  }
}
