package tailgate.lab.summary;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;

/** Says what the results of runs show. Where and when they were made is added by others. */
public interface Report {

  String title();

  /** Asks in one line what was to be found out. */
  String question();

  /** Describes the load in one line; empty if it is not known. */
  default String load() {
    return "";
  }

  /** Returns the results in terms that all experiments share: a few for each, to be compared. */
  List<Measurement> measurements();

  /** Returns all runs: those of each block, and of the A/A arm. */
  default List<Measurement> allRuns() {
    return measurements();
  }

  /** Returns how the generator did in each run for which that is known. */
  default List<Health> health() {
    return allRuns().stream().map(Measurement::health).filter(Objects::nonNull).toList();
  }

  /**
   * Says how the generator did in all runs, in words, if it is not judged by run. Empty if {@link
   * #health} says it, or nothing does.
   */
  default Optional<String> generator() {
    return Optional.empty();
  }

  /** Returns the table, its head first. */
  List<List<String>> table();

  /** Counts the columns of the table, from the left, that hold names and not figures. */
  default int nameColumns() {
    return 1;
  }

  /** Returns verdicts in Markdown; empty if there are none. */
  default String verdicts() {
    return "";
  }

  /** Says in Markdown why the slowest requests were slow; empty if that is not known. */
  default String why() {
    return "";
  }

  /** Returns a sentence on each run that deserves one. */
  default List<String> words() {
    return List.of();
  }

  /** Returns the verdicts as cards of a page. */
  List<HtmlReport.Answer> answers();

  /** Returns the charts. It is not called if there are no measurements. */
  List<HtmlReport.Section> sections();

  /** Returns the remarks, which say how far to trust the report. */
  List<String> remarks();

  /** Returns the whole for programs, which is written as JSON; empty if there is none. */
  default Optional<Object> json() {
    return Optional.empty();
  }

  /** Returns tables and verdicts for another document, without a word on each run. */
  default String digest() {
    return new MarkdownTable(nameColumns(), table())
        + (verdicts().isEmpty() ? "" : "\n" + verdicts())
        + why();
  }

  /** Returns table, verdicts and a word on each run in Markdown, which a terminal shows well. */
  default String text() {
    String lines = words().stream().map("- %s%n"::formatted).collect(Collectors.joining());
    return new MarkdownTable(nameColumns(), table())
        + (verdicts().isEmpty() ? "" : "\n" + verdicts())
        + why()
        + (lines.isEmpty() ? "" : "\n" + lines);
  }

  /** Returns the report as a page, which has charts, but no facts. */
  default HtmlReport page() {
    return new HtmlReport(
        title(), question(), List.of(), answers(), table(), sections(), remarks());
  }
}
