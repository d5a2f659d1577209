package tailgate.lab.machines;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tailgate.lab.report.MarkdownTable;

/** The machines of a group as tables. */
record MachinesTable(Group group) {

  private static final int COLUMNS = 80;

  private static final List<String> FEW =
      List.of("run", "cores", "CPU", "Java", "commit", "doubts");

  private static final List<String> ALL =
      List.of(
          "run",
          "cores",
          "CPU",
          "MiB",
          "kernel",
          "Java",
          "vendor",
          "collector",
          "commit",
          "doubts");

  /** One table with all columns, for a page. */
  List<List<String>> wide() {
    List<String> stages = group.stages();
    List<List<String>> lines = new ArrayList<>();
    lines.add(Stream.concat(ALL.stream(), stages.stream()).toList());
    for (Row row : group.rows()) {
      lines.add(
          Stream.concat(all(row).stream(), stages.stream().map(stage -> row.cell(stage))).toList());
    }
    return lines;
  }

  private static List<String> all(Row row) {
    Machine machine = row.machine();
    return List.of(
        row.key(),
        machine.cores(),
        machine.cpu(),
        machine.memory(),
        machine.kernel(),
        machine.java(),
        machine.vendor(),
        machine.collector(),
        machine.commit(),
        String.join("; ", row.doubts()));
  }

  /** For a terminal: the machines, then the stages in as many tables as 80 columns need. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(new MarkdownTable(FEW.size() - 1, machines())).append('\n');
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
    List<List<String>> lines = new ArrayList<>(List.of(FEW));
    for (Row row : group.rows()) {
      Machine machine = row.machine();
      lines.add(
          List.of(
              row.key(),
              machine.cores(),
              machine.shortCpu(),
              machine.java(),
              machine.shortCommit(),
              Integer.toString(row.doubts().size())));
    }
    return lines;
  }

  private boolean isTooWide(List<String> stages) {
    return table(stages).toString().lines().anyMatch(line -> line.length() > COLUMNS);
  }

  private MarkdownTable table(List<String> stages) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(Stream.concat(Stream.of("run"), stages.stream()).toList());
    for (Row row : group.rows()) {
      lines.add(
          Stream.concat(Stream.of(row.key()), stages.stream().map(stage -> row.cell(stage)))
              .toList());
    }
    return new MarkdownTable(1, lines);
  }
}
