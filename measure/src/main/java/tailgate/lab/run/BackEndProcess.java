package tailgate.lab.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/**
 * A back end for the handlers of a server, as a child process.
 *
 * @param command starts the back end
 * @param port where it answers HTTP
 * @param path that it must answer with 200, with the work of one call
 * @param stats the address of its statistics, which are like those of a stage
 * @param statsDelay after which they know of all calls that have ended
 * @param url by which handlers ask it
 */
public record BackEndProcess(
    List<String> command,
    int port,
    String path,
    URI stats,
    Duration statsDelay,
    String url,
    Placement placement) {

  private static final Duration START = Duration.ofSeconds(60);

  public BackEndProcess {
    command = List.copyOf(command);
  }

  /** The work that is done while the back end runs. */
  @FunctionalInterface
  public interface Work {
    void with() throws IOException, LabException, InterruptedException;
  }

  /**
   * Starts the back end, does the work, stops the back end.
   *
   * @param folder gets its log
   * @throws LabException also if it did not start, or has ended meanwhile
   */
  public void during(Path folder, Children children, Work work)
      throws IOException, LabException, InterruptedException {
    ChildLog log = new ChildLog(folder.resolve("back-end.log"));
    URI ready = URI.create("http://" + Ports.HOST + ":" + port + path);
    StageProcess process = StageProcess.start(children, placement.ofBackEnd(command), ready, log);
    try {
      named(() -> process.awaitReady(START));
      work.with();
      named(process::checkAlive);
    } finally {
      process.stop();
    }
  }

  /** Names the back end in a failure, because the runner only knows servers. */
  private static void named(Work work) throws IOException, LabException, InterruptedException {
    try {
      work.with();
    } catch (LabException e) {
      throw new LabException("the back end " + e.getMessage(), e);
    }
  }
}
