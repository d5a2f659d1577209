package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.results.Archive;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
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

  /** What all runs share, from when it is there until it is closed. */
  @FunctionalInterface
  interface Measuring<R extends Run, T> extends AutoCloseable {

    /**
     * Starts the server of some runs, makes them, and stops the server.
     *
     * @param runs all that need the server and were not made yet, at least one
     * @param journal makes each of them
     * @param context of the server
     */
    void make(List<R> runs, Journal<R, T> journal, RunContext context)
        throws IOException, LabException, InterruptedException;

    /** Ends what all runs share; by default that is nothing. */
    @Override
    default void close() {}

    /** Returns one for runs that share nothing, not even a server. */
    static <R extends Run, T> Measuring<R, T> each(Procedure<R, T> procedure) {
      return (runs, journal, context) -> {
        for (R run : runs) {
          journal.make(run, procedure);
        }
      };
    }

    /** Returns one that also ends a generator, which all runs share. */
    static <R extends Run, T> Measuring<R, T> with(LoadRig rig, Measuring<R, T> measuring) {
      return new Measuring<>() {
        @Override
        public void make(List<R> runs, Journal<R, T> journal, RunContext context)
            throws IOException, LabException, InterruptedException {
          measuring.make(runs, journal, context);
        }

        @Override
        public void close() {
          rig.close();
        }
      };
    }
  }

  /** Makes runs, and keeps what came of each. */
  interface Journal<R extends Run, T> {

    /**
     * Makes a run in a folder of its own, again if the machine has spoiled it, and keeps what came
     * of it; does nothing if the lab is being stopped.
     *
     * @throws LabException if it ends all runs; any other failure of the run is kept
     */
    void make(R run, Procedure<R, T> procedure)
        throws IOException, LabException, InterruptedException;
  }

  /** Makes a run: a way of measuring. */
  @FunctionalInterface
  interface Procedure<R extends Run, T> {

    /** Makes a run, perhaps not for the first time, and returns what came of it. */
    T measure(R run, RunContext context) throws IOException, LabException, InterruptedException;
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

  /** Returns the number of runs that are made at least: the others may turn out to be needless. */
  default int fewest() {
    return runs().size();
  }

  /**
   * Returns whether the runs that were made are enough. Is asked before each server.
   *
   * @param next the first run that is left
   * @param progress gets a line if that was looked at
   */
  default boolean isEnough(List<T> made, R next, PrintWriter progress) {
    return false;
  }

  /** Returns roughly how long a run takes. */
  Duration perRun();

  /** Returns the type that a result has, as JSON. */
  Class<T> resultType();

  /**
   * Starts what all runs share.
   *
   * @param context its folder is that of the experiment
   */
  Measuring<R, T> open(RunContext context) throws IOException, LabException, InterruptedException;

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

  /**
   * Writes what the user asks for beside the report, which is written; by default nothing.
   *
   * @param failures the runs that have no result
   */
  default void publish(List<T> results, List<Archive.Failure> failures) throws IOException {}

  /** Returns the exit code if every run was made. */
  default int exitCode(List<T> results) {
    return 0;
  }
}
