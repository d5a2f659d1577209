package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Environment;
import tailgate.lab.process.Children;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.results.Archive.Heading;
import tailgate.lab.results.Publication;
import tailgate.lab.run.RunContext;

/**
 * Runs an experiment: makes its runs one after the other, and publishes the report. The {@link
 * RunJournal} archives each result at once.
 *
 * @param folder gets the archive, the report, and a folder of raw results for each run
 * @param resume whether the folder is that of an interrupted run, which is continued
 */
public record ExperimentRunner<R extends Experiment.Run, T>(
    Experiment<R, T> experiment, Environment environment, Path folder, boolean resume) {

  /**
   * Runs the experiment. If the lab is stopped, the results until then are kept and reported.
   *
   * @return the exit code
   */
  public int run(Children children, PrintWriter console)
      throws IOException, LabException, InterruptedException {
    int runs = experiment.runs().size();
    int fewest = experiment.fewest();
    boolean mayEnd = fewest < runs;
    console.printf("%s%n", experiment.report(List.of()).question());
    console.printf(
        "%s, %s, raw results: %s%n%n",
        (mayEnd ? fewest + " to " : "") + (runs == 1 ? "1 run" : runs + " runs"),
        (mayEnd ? "at most " : "") + about(experiment.perRun().multipliedBy(runs)),
        folder);
    console.flush();
    Archive archive = archive();
    List<Failure> failures = new ArrayList<>(archive.read().failures()); // earlier ones
    RunJournal.Made<T> made = make(children, console, archive::append);
    failures.addAll(made.failures());
    Publication publication =
        new Publication(experiment.report(made.results()), environment.facts(), failures, folder);
    publication.write();
    console.println();
    publication.print(console);
    experiment.publish(made.results(), failures);
    boolean complete = made.failures().stream().allMatch(Failure::repeated) && !children.isClosed();
    return complete ? experiment.exitCode(made.results()) : 1;
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
  RunJournal.Made<T> make(Children children, PrintWriter progress, RunJournal.Keeper keeper)
      throws IOException, LabException, InterruptedException {
    RunJournal.Made<T> made = new RunJournal.Made<>(new ArrayList<>(), new ArrayList<>());
    List<R> left = new ArrayList<>();
    for (R run : experiment.runs()) {
      if (resume && kept().of(run).isPresent()) {
        made.results().add(kept().of(run).get());
      } else {
        left.add(run);
      }
    }
    if (left.isEmpty() || experiment.isEnough(made.results(), left.get(0), progress)) {
      return made; // nothing is started for that
    }
    RunContext context = new RunContext(children, progress, Files.createDirectories(folder));
    RunJournal<R, T> journal = new RunJournal<>(experiment, context, left.size(), made, keeper);
    try (Experiment.Measuring<R, T> measuring = experiment.open(context)) {
      for (List<R> runs : byServer(left)) {
        boolean isFirst = runs.get(0).equals(left.get(0)); // the rest of a run that was cut
        if (context.isOver()
            || (!isFirst && experiment.isEnough(made.results(), runs.get(0), progress))) {
          break;
        }
        makeAtOneServer(measuring, runs, journal, context);
      }
    }
    return made;
  }

  /** Makes the runs of one server. If it fails, all its runs fail that were not made yet. */
  private void makeAtOneServer(
      Experiment.Measuring<R, T> measuring,
      List<R> runs,
      RunJournal<R, T> journal,
      RunContext context)
      throws IOException, LabException, InterruptedException {
    int before = journal.begun();
    try {
      if (resume) {
        for (R run : runs) {
          kept().clear(run);
        }
      }
      measuring.make(runs, journal, context.in(runs.get(0).server()));
    } catch (IOException | LabException e) {
      if (journal.endsAll(e)) {
        context.progress().println("FAILED");
        throw e;
      }
      journal.fail(runs.subList(journal.begun() - before, runs.size()), e);
    }
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
}
