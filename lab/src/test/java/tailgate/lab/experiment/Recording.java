package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Environment;
import tailgate.lab.process.Children;
import tailgate.lab.results.Archive.Failure;

/** What came of the runs of an experiment. */
public record Recording<T>(List<T> results, List<Failure> failures) {

  /** Makes all runs of an experiment. */
  public static <R extends Experiment.Run, T> Recording<T> of(
      Experiment<R, T> experiment, Path folder, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    Environment nowhere = new Environment("", "", "", "", "", null, null, null, null);
    RunJournal.Made<T> made =
        new ExperimentRunner<>(experiment, nowhere, folder, false)
            .make(children, progress, line -> {});
    return new Recording<>(made.results(), made.failures());
  }
}
