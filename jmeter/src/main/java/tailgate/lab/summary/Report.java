package tailgate.lab.summary;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;

/** What the results of runs say. Where and when they were made is added by others. */
public interface Report {

  String title();

  /** What was to be found out, in one line. */
  String question();

  /** The load in one line; empty if it is not known. */
  String load();

  /** The results in terms that all experiments share: a few for each experiment, to be compared. */
  List<Measurement> measurements();

  /** All runs: those of each block, and of the A/A arm. */
  default List<Measurement> allRuns() {
    return measurements();
  }

  /** How the generator did in each run for which that is known. */
  default List<Health> health() {
    return allRuns().stream().map(Measurement::health).filter(Objects::nonNull).toList();
  }

  /**
   * How the generator did in all runs, in words, if it is not judged by run. Empty if {@link
   * #health} says it, or nothing does.
   */
  default Optional<String> generator() {
    return Optional.empty();
  }

  /** The table, its head first. */
  List<List<String>> table();

  /** How many columns of the table, from the left, hold names and not figures. */
  default int nameColumns() {
    return 1;
  }

  /** Verdicts in Markdown; empty if there are none. */
  String verdicts();

  /** A sentence on each run that deserves one. */
  default List<String> words() {
    return List.of();
  }

  /** Verdicts as cards of a page. */
  List<HtmlReport.Answer> answers();

  /** The charts. Not asked for if there are no measurements. */
  List<HtmlReport.Section> sections();

  /** How far to trust it. */
  List<String> remarks();

  /** The whole for a program, which is written as JSON; empty for experiments without it. */
  default Optional<Object> json() {
    return Optional.empty();
  }

  /** Tables and verdicts for another document, without a word on each run. */
  default String digest() {
    return new MarkdownTable(nameColumns(), table())
        + (verdicts().isEmpty() ? "" : "\n" + verdicts());
  }

  /** Table, verdicts and a word on each run in Markdown, which also reads well on a terminal. */
  default String text() {
    String lines = words().stream().map("- %s%n"::formatted).collect(Collectors.joining());
    return new MarkdownTable(nameColumns(), table())
        + (verdicts().isEmpty() ? "" : "\n" + verdicts())
        + (lines.isEmpty() ? "" : "\n" + lines);
  }

  /** The same with charts, without facts. */
  default HtmlReport page() {
    return new HtmlReport(
        title(), question(), List.of(), answers(), table(), sections(), remarks());
  }
}
