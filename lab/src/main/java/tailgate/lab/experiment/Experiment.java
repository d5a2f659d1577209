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
 * @param <R> the type of a run
 * @param <T> the type of its result; reports are made from the results as JSON, and the plan, alone
 */
public interface Experiment<R extends Experiment.Run, T> {

  /** One run of an experiment. */
  interface Run {

    /** Names the folder of the raw results, below that of the experiment. No two runs share one. */
    String folder();

    /** Names the server that the run needs: consecutive runs with the same name share it. */
    default String server() {
      return folder();
    }
  }

  /** A server that is ready for runs, or none if the runs share nothing. */
  @FunctionalInterface
  interface Shared<R, T> {

    /**
     * Makes a run.
     *
     * @param raw the folder of the run, which exists
     */
    T measure(R run, Path raw) throws IOException, LabException, InterruptedException;
  }

  /** The runs that are made while a server is there. */
  @FunctionalInterface
  interface Work<R, T> {
    void with(Shared<R, T> shared) throws IOException, LabException, InterruptedException;
  }

  /** The runs that are made once everything that they share is there. */
  @FunctionalInterface
  interface Runs<R extends Run, T> {
    void with(Experiment<R, T> ready) throws IOException, LabException, InterruptedException;
  }

  /** Returns the name that is used on the command line and in archives. */
  String name();

  /** Returns what a report needs to know beside the results; it goes to the archive as JSON. */
  Object plan();

  /**
   * Returns all that influences the runs, apart from the plan and their own fields, as JSON. An
   * interrupted run is only continued with the same settings.
   */
  default Object settings() {
    return Map.of();
  }

  /** Returns the runs in the order in which they are made. */
  List<R> runs();

  /** Returns roughly how long a run takes. */
  Duration perRun();

  /** Returns the type that a result has, as JSON. */
  Class<T> resultType();

  /**
   * Starts what all runs share, makes them, and stops it. By default they share nothing.
   *
   * @param folder the folder of the experiment, which exists
   */
  default void prepared(Path folder, Children children, Runs<R, T> runs)
      throws IOException, LabException, InterruptedException {
    runs.with(this);
  }

  /**
   * Starts what the runs of one server share, makes the runs, and stops it. By default runs share
   * nothing.
   *
   * @param first the first of these runs
   * @param raw the folder of the server, which exists
   * @param progress gets a line on the server
   */
  default void share(R first, Path raw, Children children, PrintWriter progress, Work<R, T> runs)
      throws IOException, LabException, InterruptedException {
    runs.with((run, folder) -> measure(run, folder, children, progress));
  }

  /**
   * Makes a run.
   *
   * @param raw the folder of the run, which exists
   * @param progress gets the rest of the run's line, which has been begun
   */
  T measure(R run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException;

  /**
   * Says why a run should be made again at once: the machine has spoiled it, and not the server.
   * Empty if it need not be, as by default.
   */
  default Optional<String> spoiled(T result) {
    return Optional.empty();
  }

  /** Returns the rest of the run's line. */
  String inOneLine(T result);

  Report report(List<T> results);

  /** Returns whether the exit code may be 0, if every run was made. */
  default boolean isSatisfiedWith(List<T> results) {
    return true;
  }
}
