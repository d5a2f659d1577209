package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Environment;
import tailgate.lab.process.Children;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Failure;
import tailgate.lab.results.Heading;
import tailgate.lab.results.Publication;

/** An experiment from its first run to its report. */
public record ExperimentRunner<R, T>(
    Experiment<R, T> experiment, Environment environment, Path folder) {

  /**
   * Carries it out. What has been measured when the lab is stopped is kept and reported.
   *
   * @return the exit code
   */
  public int carryOut(Children children, PrintWriter console)
      throws IOException, LabException, InterruptedException {
    console.printf("%s%n", experiment.question());
    console.printf(
        "%s, raw results: %s%n%n",
        experiment.runs().size() == 1 ? "1 run" : experiment.runs().size() + " runs", folder);
    console.flush();
    Heading heading = Heading.of(experiment.name(), experiment.plan(), environment);
    Archive archive = Archive.create(folder, heading);
    List<T> results = new ArrayList<>();
    List<Failure> failures = new ArrayList<>();
    new Trials<>(experiment, folder).make(children, console, recorder(archive, results, failures));
    Publication publication =
        new Publication(experiment.report(results), environment, failures, folder);
    publication.write();
    console.println();
    publication.print(console);
    boolean complete = results.size() == experiment.runs().size() && !children.isClosed();
    return complete && experiment.isSatisfiedWith(results) ? 0 : 1;
  }

  private static <T> Trials.Recorder<T> recorder(
      Archive archive, List<T> results, List<Failure> failures) {
    return new Trials.Recorder<>() {
      @Override
      public void made(T result) throws IOException {
        results.add(result);
        archive.append(result);
      }

      @Override
      public void failed(Failure failure) throws IOException {
        failures.add(failure);
        archive.append(failure);
      }
    };
  }
}
