package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.process.Children;
import tailgate.lab.summary.Report;

/**
 * What is tried, in runs that know nothing of each other. {@link Trials} makes them, {@link
 * ExperimentRunner} keeps and publishes what came of them.
 *
 * @param <R> a run
 * @param <T> what came of one; as JSON, and with the plan, it is all that reports are made from
 */
public interface Experiment<R, T> {

  /** On the command line and in archives, which are read by it. */
  String name();

  /** What is about to be found out, in a line. */
  String question();

  /** What a report needs to know beside results; goes to the archive as JSON. */
  Object plan();

  /** In the order in which they are made: candidates take turns. */
  List<R> runs();

  /** Where below the experiment's own folder a run leaves its raw results. No two share one. */
  String folderOf(R run);

  /** What a run takes, roughly. */
  Duration perRun();

  /**
   * Makes a run.
   *
   * @param raw its folder, which is there
   * @param progress where its line has been begun
   */
  T measure(R run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException;

  /** The rest of its line. */
  String inOneLine(T result);

  /** What all of them say. */
  Report report(List<T> results);

  /** Whether the exit code may say that all is well, once every run has been made. */
  default boolean isSatisfiedWith(List<T> results) {
    return true;
  }
}
