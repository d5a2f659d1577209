package tailgate.lab.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.process.Children;
import tailgate.lab.results.Failure;

/**
 * The runs of an experiment, made one after the other; nothing else runs meanwhile. One that fails
 * does not keep the others from being made.
 *
 * @param folder gets a folder of raw results for each run
 */
record Trials<R, T>(Experiment<R, T> experiment, Path folder) {

  /** Hears of each run once it is over, so that nothing is lost if the lab does not get far. */
  interface Recorder<T> {

    void made(T result) throws IOException;

    void failed(Failure failure) throws IOException;
  }

  /**
   * Makes all runs, or those until {@code children} is closed.
   *
   * @param progress gets a line for each run
   */
  void make(Children children, PrintWriter progress, Recorder<T> recorder)
      throws IOException, InterruptedException {
    List<R> runs = experiment.runs();
    for (int i = 0; i < runs.size() && !children.isClosed(); i++) {
      long left = experiment.perRun().multipliedBy(runs.size() - i).toSeconds();
      progress.printf(
          "[%d/%d, %d:%02d left] %s: ",
          i + 1, runs.size(), left / 60, left % 60, experiment.folderOf(runs.get(i)));
      progress.flush();
      attempt(runs.get(i), children, progress, recorder);
    }
  }

  private void attempt(R run, Children children, PrintWriter progress, Recorder<T> recorder)
      throws IOException, InterruptedException {
    T result;
    try {
      Path raw = Files.createDirectories(folder.resolve(experiment.folderOf(run)));
      result = experiment.measure(run, raw, children, progress);
    } catch (IOException | LabException e) {
      if (children.isClosed()) {
        progress.println("stopped");
        return;
      }
      String reason = reason(e);
      progress.println("FAILED: " + reason);
      recorder.failed(new Failure(experiment.folderOf(run), reason));
      return;
    }
    progress.println(experiment.inOneLine(result));
    recorder.made(result);
  }

  /** Its files by their names below the folder: results are read where there is no such folder. */
  private String reason(Exception e) {
    String words = e instanceof LabException ? String.valueOf(e.getMessage()) : e.toString();
    return words.replace(folder + "/", "");
  }
}
