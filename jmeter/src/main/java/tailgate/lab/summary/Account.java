package tailgate.lab.summary;

import java.util.List;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.Page;

/** What results say, once there are any. Where and when they were made is added by others. */
public interface Account {

  String title();

  /** The load in a line; empty if it is not known. */
  String load();

  /** The results in the terms of all experiments: a few for each of them, to be compared. */
  List<Measurement> measurements();

  /** Tables and verdicts in Markdown, good to read on a terminal too. */
  String text();

  /** The same with charts, without facts. Not asked for if there are no measurements. */
  Page page();

  /** How far to trust it. */
  List<String> remarks();
}
