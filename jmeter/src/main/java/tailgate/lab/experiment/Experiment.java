package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.process.Children;
import tailgate.lab.summary.Report;

/**
 * A question that is answered by independent runs. {@link ExperimentRunner} makes the runs, keeps
 * the results and publishes the report.
 *
 * @param <R> a run
 * @param <T> the result of one; reports are made from the results as JSON, and the plan, alone
 */
public interface Experiment<R extends Experiment.Run, T> {

  /** One run of an experiment. */
  interface Run {

    /** Where the run leaves its raw results, below the experiment's folder. No two share one. */
    String folder();

    /** Names the server that it needs: runs that follow one another with the same name share it. */
    default String server() {
      return folder();
    }
  }

  /** A server that is ready for runs, or none that they share. */
  @FunctionalInterface
  interface Shared<R, T> {

    /**
     * Makes a run.
     *
     * @param raw its folder, which exists
     */
    T measure(R run, Path raw) throws IOException, LabException, InterruptedException;
  }

  /** Runs that are made while a server is there. */
  @FunctionalInterface
  interface Work<R, T> {
    void with(Shared<R, T> shared) throws IOException, LabException, InterruptedException;
  }

  /** What is done with an experiment that has what all its runs share. */
  @FunctionalInterface
  interface Runs<R extends Run, T> {
    void with(Experiment<R, T> ready) throws IOException, LabException, InterruptedException;
  }

  /** As on the command line and in archives. */
  String name();

  /** What a report needs to know beside the results; goes to the archive as JSON. */
  Object plan();

  /**
   * All that influences the runs, apart from the plan and their own fields, as JSON. An interrupted
   * run is only continued with the same settings.
   */
  default Object settings() {
    return Map.of();
  }

  /** In the order in which they are made. */
  List<R> runs();

  /** Roughly how long a run takes. */
  Duration perRun();

  /** Of what type results are, as JSON. */
  Class<T> resultType();

  /**
   * Starts what all runs share, makes them, and stops it. By default they share nothing.
   *
   * @param folder that of the experiment, which exists
   */
  default void prepared(Path folder, Children children, Runs<R, T> runs)
      throws IOException, LabException, InterruptedException {
    runs.with(this);
  }

  /**
   * Starts what the runs of one server share, makes the runs, and stops it. By default runs share
   * nothing.
   *
   * @param first of these runs
   * @param raw the folder of the server, which exists
   * @param progress for a line on the server
   */
  default void share(R first, Path raw, Children children, PrintWriter progress, Work<R, T> runs)
      throws IOException, LabException, InterruptedException {
    runs.with((run, itsOwn) -> measure(run, itsOwn, children, progress));
  }

  /**
   * Makes a run.
   *
   * @param raw its folder, which exists
   * @param progress where its line has been begun
   */
  T measure(R run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException;

  /**
   * Why a run should be made again at once: the machine has spoiled it, and not the server. Empty
   * if it need not be, as by default.
   */
  default Optional<String> spoiled(T result) {
    return Optional.empty();
  }

  /** The rest of the run's line. */
  String inOneLine(T result);

  Report report(List<T> results);

  /** Whether the exit code may be 0, if every run was made. */
  default boolean isSatisfiedWith(List<T> results) {
    return true;
  }
}
