package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Environment;
import tailgate.lab.process.Children;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.results.Archive.Heading;
import tailgate.lab.results.Publication;

/**
 * Runs an experiment: makes its runs one after the other, archives each result at once, and
 * publishes the report. A run that fails does not stop the others.
 *
 * @param folder gets the archive, the report, and a folder of raw results for each run
 */
public record ExperimentRunner<R extends Experiment.Run, T>(
    Experiment<R, T> experiment, Environment environment, Path folder) {

  /** The results of all runs that were made, and the others. */
  record Made<T>(List<T> results, List<Failure> failures) {}

  /** Keeps each result or failure as soon as there is one, in case the lab does not get far. */
  interface Keeper {
    void keep(Object line) throws IOException;
  }

  /**
   * Runs it. If the lab is stopped, the results until then are kept and reported.
   *
   * @return the exit code
   */
  public int run(Children children, PrintWriter console)
      throws IOException, LabException, InterruptedException {
    int runs = experiment.runs().size();
    console.printf("%s%n", experiment.report(List.of()).question());
    console.printf("%s, raw results: %s%n%n", runs == 1 ? "1 run" : runs + " runs", folder);
    console.flush();
    Heading heading = Heading.of(experiment.name(), experiment.plan(), environment);
    Archive archive = Archive.create(folder, heading);
    Made<T> made = make(children, console, archive::append);
    Publication publication =
        new Publication(
            experiment.report(made.results), environment.facts(), made.failures, folder);
    publication.write();
    console.println();
    publication.print(console);
    boolean complete = made.results.size() == runs && !children.isClosed();
    return complete && experiment.isSatisfiedWith(made.results) ? 0 : 1;
  }

  /**
   * Makes all runs, or those until {@code children} is closed.
   *
   * @param progress gets a line for each run
   */
  Made<T> make(Children children, PrintWriter progress, Keeper keeper)
      throws IOException, InterruptedException {
    Made<T> made = new Made<>(new ArrayList<>(), new ArrayList<>());
    List<R> runs = experiment.runs();
    for (int i = 0; i < runs.size() && !children.isClosed(); i++) {
      long left = experiment.perRun().multipliedBy(runs.size() - i).toSeconds();
      progress.printf(
          "[%d/%d, %d:%02d left] %s: ",
          i + 1, runs.size(), left / 60, left % 60, runs.get(i).folder());
      progress.flush();
      make(runs.get(i), children, progress, made, keeper);
    }
    return made;
  }

  private void make(R run, Children children, PrintWriter progress, Made<T> made, Keeper keeper)
      throws IOException, InterruptedException {
    try {
      Path raw = Files.createDirectories(folder.resolve(run.folder()));
      made.results.add(experiment.measure(run, raw, children, progress));
    } catch (IOException | LabException e) {
      if (children.isClosed()) {
        progress.println("stopped");
        return;
      }
      Failure failure = new Failure(run.folder(), reason(e));
      progress.println("FAILED: " + failure.reason());
      made.failures.add(failure);
      keeper.keep(failure);
      return;
    }
    T result = made.results.get(made.results.size() - 1);
    progress.println(experiment.inOneLine(result));
    keeper.keep(result);
  }

  /** With file names relative to the folder: results are read where there is no such folder. */
  private String reason(Exception e) {
    String words = e instanceof LabException ? String.valueOf(e.getMessage()) : e.toString();
    return words.replace(folder + "/", "");
  }
}
