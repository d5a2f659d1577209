package tailgate.lab.summary;

import java.util.List;
import java.util.Objects;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;

/** What results say, once there are any. Where and when they were made is added by others. */
public interface Report {

  String title();

  /** The load in a line; empty if it is not known. */
  String load();

  /** The results in the terms of all experiments: a few for each of them, to be compared. */
  List<Measurement> measurements();

  /**
   * How the generator did in each run of which that is known, also where only some are compared.
   */
  default List<Health> health() {
    return measurements().stream().map(Measurement::health).filter(Objects::nonNull).toList();
  }

  /** Tables and verdicts in Markdown, good to read on a terminal too. */
  String text();

  /** What a document wants of it: tables and verdicts, and not a word on each run. */
  default String digest() {
    return text();
  }

  /** The same with charts, without facts. Not asked for if there are no measurements. */
  HtmlReport page();

  /** How far to trust it. */
  List<String> remarks();
}
