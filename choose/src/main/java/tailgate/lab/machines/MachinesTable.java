package tailgate.lab.machines;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tailgate.lab.report.MarkdownTable;

/** Shows the machines of a group as tables. */
record MachinesTable(Group group) {

  private static final int COLUMNS = 80;

  /** These columns are beside the stages, which are what a reader looks for. */
  private static final List<String> LEFT = List.of("run", "cores", "CPU", "Java", "commit");

  private static final List<String> RIGHT =
      List.of("vendor", "collector", "kernel", "MiB", "doubts");

  /** Returns one table with all columns, for a page. */
  List<List<String>> wide() {
    List<String> stages = group.stages();
    List<List<String>> lines = new ArrayList<>();
    lines.add(joined(LEFT, stages, RIGHT));
    for (MachineRow row : group.rows()) {
      lines.add(joined(left(row), stages.stream().map(row::cell).toList(), right(row)));
    }
    return lines;
  }

  private static List<String> joined(List<String> left, List<String> middle, List<String> right) {
    return Stream.of(left, middle, right).flatMap(List::stream).toList();
  }

  private static List<String> left(MachineRow row) {
    ComparedMachine machine = row.machine();
    return List.of(
        row.key(), machine.cores(), machine.shortCpu(), machine.java(), machine.shortCommit());
  }

  private static List<String> right(MachineRow row) {
    ComparedMachine machine = row.machine();
    return List.of(
        machine.vendor(),
        machine.collector(),
        machine.kernel(),
        machine.memory(),
        String.join("; ", row.doubts()));
  }

  /** Returns text for a terminal: the machines, then the stages in tables of at most 80 columns. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(new MarkdownTable(LEFT.size(), machines())).append('\n');
    List<String> part = new ArrayList<>();
    for (String stage : group.stages()) {
      part.add(stage);
      if (part.size() > 1 && isTooWide(part)) {
        text.append(table(part.subList(0, part.size() - 1))).append('\n');
        part = new ArrayList<>(List.of(stage));
      }
    }
    return part.isEmpty() ? text.toString() : text.append(table(part)).toString();
  }

  private List<List<String>> machines() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(joined(LEFT, List.of(), List.of("doubts")));
    for (MachineRow row : group.rows()) {
      lines.add(joined(left(row), List.of(), List.of(Integer.toString(row.doubts().size()))));
    }
    return lines;
  }

  private boolean isTooWide(List<String> stages) {
    return table(stages).toString().lines().anyMatch(line -> line.length() > COLUMNS);
  }

  private MarkdownTable table(List<String> stages) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(Stream.concat(Stream.of("run"), stages.stream()).toList());
    for (MachineRow row : group.rows()) {
      lines.add(Stream.concat(Stream.of(row.key()), stages.stream().map(row::cell)).toList());
    }
    return new MarkdownTable(1, lines);
  }
}
