package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.run.HandlerException;
import tailgate.lab.run.RunContext;

/**
 * Makes the runs that are left, and keeps each result or failure at once. A run that fails does not
 * stop the others, unless it is the first and its handler is to blame, which all others have too.
 *
 * <p>The number of runs that were begun is that of the results and the failures, and of the run
 * that is being made. Once the lab is being stopped, no run is made, and the one that is being made
 * is not kept. Confined to one thread.
 */
final class RunJournal<R extends Experiment.Run, T> implements Experiment.Journal<R, T> {

  /** A run that the machine has spoiled is made again up to so many times. */
  private static final int MOST_REPETITIONS = 2;

  /** If no repetition mends so many runs in a row, chance is not the reason. */
  private static final int MOST_IN_VAIN = 2;

  /** The results of all runs that were made, and the failures of the others. */
  record Made<T>(List<T> results, List<Failure> failures) {}

  /** Keeps a result or a failure at once, in case the lab is interrupted. */
  interface Keeper {
    void keep(Object line) throws IOException;
  }

  private final Experiment<R, T> experiment;
  private final RunContext context;
  private final int all;
  private final Made<T> made;
  private final Keeper keeper;
  private final PrintWriter progress;
  private final TimeLeft timeLeft;

  /** The number of runs that were begun. Fields belong to the thread of the lab. */
  private int begun;

  /** So many runs in a row stayed spoiled, however often they were made. */
  private int inVain;

  /**
   * Begins a journal in which nothing is kept yet.
   *
   * @param context of the experiment
   * @param all the number of runs that are left
   * @param made gets the results and the failures
   */
  RunJournal(
      Experiment<R, T> experiment, RunContext context, int all, Made<T> made, Keeper keeper) {
    this.experiment = experiment;
    this.context = context;
    this.all = all;
    this.made = made;
    this.keeper = keeper;
    progress = context.progress();
    timeLeft = new TimeLeft(experiment.perRun(), all, System::nanoTime);
  }

  int begun() {
    return begun;
  }

  @Override
  public void make(R run, Experiment.Procedure<R, T> procedure)
      throws IOException, LabException, InterruptedException {
    if (context.isOver()) {
      return;
    }
    begin(run);
    T result;
    try {
      result = made(run, procedure);
    } catch (IOException | LabException e) {
      if (endsAll(e)) {
        throw e;
      }
      failed(run, e);
      return;
    }
    made.results().add(result);
    progress.println(experiment.inOneLine(result));
    new Kept<>(experiment, context.folder()).keep(run, result);
    keeper.keep(result);
  }

  private void begin(R run) {
    long left = timeLeft.after(begun).toSeconds();
    begun++;
    progress.printf(
        Locale.ROOT, "[%d/%d, %d:%02d left] %s: ", begun, all, left / 60, left % 60, run.folder());
    progress.flush();
  }

  /**
   * The last result counts, spoiled or not: nothing is chosen by what was measured. The report
   * shows what the others had, so that everybody can see that.
   */
  private T made(R run, Experiment.Procedure<R, T> procedure)
      throws IOException, LabException, InterruptedException {
    RunContext ofRun = context.in(run.folder());
    T result = procedure.measure(run, ofRun);
    Optional<String> spoiled = experiment.spoiled(result);
    int most = inVain < MOST_IN_VAIN ? MOST_REPETITIONS : 0;
    for (int again = 1; spoiled.isPresent() && again <= most && !context.isOver(); again++) {
      progress.printf("%s, again: ", spoiled.get());
      progress.flush();
      String why = "%s (%s)".formatted(spoiled.get(), experiment.inOneLine(result));
      keep(Failure.repeated(run.folder(), why));
      result = procedure.measure(run, ofRun.in("again-" + again));
      spoiled = experiment.spoiled(result);
    }
    inVain = spoiled.isPresent() ? inVain + 1 : 0;
    return result;
  }

  /** Says whether an error ends all runs. A handler that answered before may fail by chance. */
  boolean endsAll(Exception e) {
    return e instanceof HandlerException && made.results().isEmpty();
  }

  /** Fails runs that were not begun, because their server has failed. */
  void fail(List<R> runs, Exception e) throws IOException {
    for (R run : runs) {
      begin(run);
      failed(run, e);
    }
  }

  private void failed(R run, Exception e) throws IOException {
    if (context.isOver()) {
      progress.println("stopped");
      return;
    }
    Failure failure = new Failure(run.folder(), reason(e));
    progress.println("FAILED: " + failure.reason());
    keep(failure);
  }

  private void keep(Failure failure) throws IOException {
    made.failures().add(failure);
    keeper.keep(failure);
  }

  /** Returns the reason with file names relative to the folder, because others read the results. */
  private String reason(Exception e) {
    String words = e instanceof LabException ? String.valueOf(e.getMessage()) : e.toString();
    return words.replace(context.folder() + "/", "");
  }
}
