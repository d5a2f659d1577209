package tailgate.lab.machines;

import static tailgate.lab.load.Text.list;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Says how the order of the stages changes from machine to machine, in sentences. */
record Findings(Group group) {

  List<String> all() {
    List<String> findings = new ArrayList<>(firsts());
    if (group.rows().size() == 1) {
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
    Map<String, List<String>> keys = new LinkedHashMap<>();
    for (MachineRow row : group.rows()) {
      keys.computeIfAbsent(first(row), first -> new ArrayList<>()).add(row.key());
    }
    return keys.entrySet().stream()
        .map(entry -> "On %s: %s.".formatted(list(entry.getValue()), entry.getKey()))
        .toList();
  }

  private static String first(MachineRow row) {
    List<String> first = row.first();
    return switch (first.size()) {
      case 0 -> row.standings().isEmpty() ? "nothing was measured" : "no stage keeps the objective";
      case 1 -> first.get(0) + " is first";
      default -> list(first) + " share first place";
    };
  }

  /** Finds pairs of stages that change places by more than what cannot be told apart. */
  private List<String> changes() {
    List<String> changes = new ArrayList<>();
    List<String> stages = group.stages();
    for (int i = 0; i < stages.size(); i++) {
      for (String rival : stages.subList(i + 1, stages.size())) {
        change(stages.get(i), rival).ifPresent(changes::add);
      }
    }
    return changes;
  }

  private Optional<String> change(String stage, String rival) {
    List<MachineRow> ahead =
        group.rows().stream().filter(row -> row.hasAhead(stage, rival)).toList();
    List<MachineRow> behind =
        group.rows().stream().filter(row -> row.hasAhead(rival, stage)).toList();
    return ahead.isEmpty() || behind.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s is ahead of %s on %s, and behind it on %s%s."
                .formatted(stage, rival, keys(ahead), keys(behind), difference(ahead, behind)));
  }

  private static String keys(List<MachineRow> rows) {
    return list(rows.stream().map(MachineRow::key).toList());
  }

  /** Names what all machines of one kind have, and none of the other; it may be a coincidence. */
  private static String difference(List<MachineRow> ahead, List<MachineRow> behind) {
    List<String> differences = new ArrayList<>();
    ToIntFunction<MachineRow> cores = row -> row.machine().serverCores();
    ToIntFunction<MachineRow> java = row -> row.machine().javaFeature();
    if (isAbove(cores, ahead, behind)) {
      differences.add("the server has more cores");
    } else if (isAbove(cores, behind, ahead)) {
      differences.add("the server has fewer cores");
    }
    if (isAbove(java, ahead, behind)) {
      differences.add("Java is newer");
    } else if (isAbove(java, behind, ahead)) {
      differences.add("Java is older");
    }
    return differences.isEmpty() ? "" : "; where it is ahead, " + list(differences);
  }

  private static boolean isAbove(
      ToIntFunction<MachineRow> value, List<MachineRow> upper, List<MachineRow> lower) {
    return upper.stream().mapToInt(value).min().orElse(0)
        > lower.stream().mapToInt(value).max().orElse(0);
  }
}
