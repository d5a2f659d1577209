package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.process.Children;
import tailgate.lab.results.Failure;

/** Remembers what came of runs. */
public record Recording<T>(List<T> results, List<Failure> failures) implements Trials.Recorder<T> {

  private Recording() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  /** Makes all runs of an experiment. */
  public static <R, T> Recording<T> of(
      Experiment<R, T> experiment, Path folder, Children children, PrintWriter progress)
      throws IOException, InterruptedException {
    Recording<T> recording = new Recording<>();
    new Trials<>(experiment, folder).make(children, progress, recording);
    return recording;
  }

  @Override
  public void made(T result) {
    results.add(result);
  }

  @Override
  public void failed(Failure failure) {
    failures.add(failure);
  }
}
