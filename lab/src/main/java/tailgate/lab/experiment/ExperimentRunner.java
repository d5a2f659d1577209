package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.machine.Environment;
import tailgate.lab.process.Children;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.results.Archive.Heading;
import tailgate.lab.results.Publication;
import tailgate.lab.run.HandlerException;

/**
 * Runs an experiment: makes its runs one after the other, archives each result at once, and
 * publishes the report. A run that fails does not stop the others, unless it is the first and its
 * handler is to blame, which all others have too.
 *
 * @param folder gets the archive, the report, and a folder of raw results for each run
 * @param resume whether the folder is that of an interrupted run, which is continued
 */
public record ExperimentRunner<R extends Experiment.Run, T>(
    Experiment<R, T> experiment, Environment environment, Path folder, boolean resume) {

  /** A run that the machine has spoiled is made again up to so many times. */
  private static final int MOST_REPETITIONS = 2;

  /** If no repetition mends so many runs in a row, chance is not the reason. */
  private static final int MOST_IN_VAIN = 2;

  /** The results of all runs that were made, and the failures of the others. */
  record Made<T>(List<T> results, List<Failure> failures) {}

  /** Keeps each result or failure at once, in case the lab is interrupted. */
  interface Keeper {
    void keep(Object line) throws IOException;
  }

  /**
   * Runs the experiment. If the lab is stopped, the results until then are kept and reported.
   *
   * @return the exit code
   */
  public int run(Children children, PrintWriter console)
      throws IOException, LabException, InterruptedException {
    int runs = experiment.runs().size();
    console.printf("%s%n", experiment.report(List.of()).question());
    console.printf(
        "%s, %s, raw results: %s%n%n",
        runs == 1 ? "1 run" : runs + " runs",
        about(experiment.perRun().multipliedBy(runs)),
        folder);
    console.flush();
    Archive archive = archive();
    List<Failure> failures = new ArrayList<>(archive.read().failures()); // earlier ones
    Made<T> made = make(children, console, archive::append);
    failures.addAll(made.failures);
    Publication publication =
        new Publication(experiment.report(made.results), environment.facts(), failures, folder);
    publication.write();
    console.println();
    publication.print(console);
    boolean complete = made.results.size() == runs && !children.isClosed();
    return complete && experiment.isSatisfiedWith(made.results) ? 0 : 1;
  }

  private static String about(Duration time) {
    long minutes = Math.max(1, Math.round(time.toSeconds() / 60.0));
    return minutes == 1 ? "about a minute" : "about " + minutes + " minutes";
  }

  private Archive archive() throws IOException, LabException {
    if (resume) {
      return kept().resume(environment);
    }
    Definition.of(experiment).write(folder);
    return Archive.create(folder, Heading.of(experiment.name(), experiment.plan(), environment));
  }

  private Kept<R, T> kept() {
    return new Kept<>(experiment, folder);
  }

  /**
   * Makes all runs that were not made before, or those until {@code children} is closed.
   *
   * @param progress gets a line for each run
   */
  Made<T> make(Children children, PrintWriter progress, Keeper keeper)
      throws IOException, LabException, InterruptedException {
    Made<T> made = new Made<>(new ArrayList<>(), new ArrayList<>());
    List<R> left = new ArrayList<>();
    for (R run : experiment.runs()) {
      if (resume && kept().of(run).isPresent()) {
        made.results.add(kept().of(run).get());
      } else {
        left.add(run);
      }
    }
    if (left.isEmpty()) {
      return made; // nothing is started for that
    }
    Todo todo = new Todo(left.size(), made, children, progress, keeper);
    experiment.prepared(
        Files.createDirectories(folder),
        children,
        ready -> {
          for (List<R> runs : byServer(left)) {
            if (!children.isClosed()) {
              todo.makeAtOneServer(ready, runs);
            }
          }
        });
    return made;
  }

  private List<List<R>> byServer(List<R> runs) {
    List<List<R>> groups = new ArrayList<>();
    String server = "";
    for (R run : runs) {
      if (groups.isEmpty() || !run.server().equals(server)) {
        groups.add(new ArrayList<>());
      }
      groups.get(groups.size() - 1).add(run);
      server = run.server();
    }
    return groups;
  }

  /** Makes the runs that are left. It is confined to one thread. */
  private final class Todo {

    private final int all;
    private final Made<T> made;
    private final Children children;
    private final PrintWriter progress;
    private final Keeper keeper;
    private final TimeLeft timeLeft;
    private int begun;

    /** So many runs in a row stayed spoiled, however often they were made. */
    private int inVain;

    Todo(int all, Made<T> made, Children children, PrintWriter progress, Keeper keeper) {
      this.all = all;
      this.made = made;
      this.children = children;
      this.progress = progress;
      this.keeper = keeper;
      this.timeLeft = new TimeLeft(experiment.perRun(), all, System::nanoTime);
    }

    /** Makes the runs of one server. If it fails, all its runs fail that were not made yet. */
    void makeAtOneServer(Experiment<R, T> ready, List<R> runs)
        throws IOException, LabException, InterruptedException {
      int before = begun;
      try {
        if (resume) {
          for (R run : runs) {
            kept().clear(run);
          }
        }
        Path raw = Files.createDirectories(folder.resolve(runs.get(0).server()));
        ready.share(
            runs.get(0),
            raw,
            children,
            progress,
            shared -> {
              for (R run : runs) {
                if (!children.isClosed()) {
                  make(run, shared);
                }
              }
            });
      } catch (IOException | LabException e) {
        if (endsAll(e)) {
          progress.println("FAILED");
          throw e;
        }
        for (R run : runs.subList(begun - before, runs.size())) {
          begin(run);
          failed(run, e);
        }
      }
    }

    private void begin(R run) {
      long left = timeLeft.after(begun).toSeconds();
      begun++;
      progress.printf(
          Locale.ROOT,
          "[%d/%d, %d:%02d left] %s: ",
          begun,
          all,
          left / 60,
          left % 60,
          run.folder());
      progress.flush();
    }

    /** Says whether an error ends all runs. A handler that answered before may fail by chance. */
    private boolean endsAll(Exception e) {
      return e instanceof HandlerException && made.results.isEmpty();
    }

    private void make(R run, Experiment.Shared<R, T> shared)
        throws IOException, LabException, InterruptedException {
      begin(run);
      T result;
      try {
        result = measured(run, shared);
      } catch (IOException | LabException e) {
        if (endsAll(e)) {
          throw e;
        }
        failed(run, e);
        return;
      }
      made.results.add(result);
      progress.println(experiment.inOneLine(result));
      kept().keep(run, result);
      keeper.keep(result);
    }

    /**
     * The last result counts, spoiled or not: nothing is chosen by what was measured. The report
     * shows what the others had, so that everybody can see that.
     */
    private T measured(R run, Experiment.Shared<R, T> shared)
        throws IOException, LabException, InterruptedException {
      Path raw = Files.createDirectories(folder.resolve(run.folder()));
      T result = shared.measure(run, raw);
      Optional<String> spoiled = experiment.spoiled(result);
      int most = inVain < MOST_IN_VAIN ? MOST_REPETITIONS : 0;
      for (int again = 1; spoiled.isPresent() && again <= most && !children.isClosed(); again++) {
        progress.printf("%s, again: ", spoiled.get());
        progress.flush();
        String why = "%s (%s)".formatted(spoiled.get(), experiment.inOneLine(result));
        Failure repeated = Failure.repeated(run.folder(), why);
        made.failures.add(repeated);
        keeper.keep(repeated);
        result = shared.measure(run, Files.createDirectories(raw.resolve("again-" + again)));
        spoiled = experiment.spoiled(result);
      }
      inVain = spoiled.isPresent() ? inVain + 1 : 0;
      return result;
    }

    private void failed(R run, Exception e) throws IOException {
      if (children.isClosed()) {
        progress.println("stopped");
        return;
      }
      Failure failure = new Failure(run.folder(), reason(e));
      progress.println("FAILED: " + failure.reason());
      made.failures.add(failure);
      keeper.keep(failure);
    }
  }

  /** Returns the reason with file names relative to the folder, because others read the results. */
  private String reason(Exception e) {
    String words = e instanceof LabException ? String.valueOf(e.getMessage()) : e.toString();
    return words.replace(folder + "/", "");
  }
}
