package tailgate.lab.run;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.Ports;

/**
 * A back end for the handlers of a server, which runs as a child process once it is started.
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

  /**
   * Starts the back end.
   *
   * @param context its folder gets the log
   * @throws LabException also if it did not start
   */
  public RunningServer start(RunContext context)
      throws IOException, LabException, InterruptedException {
    Probe asked = Probe.get(Here.uri(Ports.HOST, port, ""), path);
    try (Closer closer = new Closer()) {
      StageProcess process =
          StageProcess.start(
              context.children(), placement.ofBackEnd(command), asked, context.log("back-end.log"));
      closer.add(process::stop);
      try {
        process.awaitReady(START);
      } catch (LabException e) {
        throw named(e);
      }
      return new RunningServer(
          new Ready(process.pid(), port, Optional.of(stats)),
          () -> checkAlive(process),
          closer.handOver());
    }
  }

  private static void checkAlive(StageProcess process) throws LabException {
    try {
      process.checkAlive();
    } catch (LabException e) {
      throw named(e);
    }
  }

  /** Names the back end in a failure, because the runner only knows servers. */
  private static LabException named(LabException e) {
    return new LabException("the back end " + e.getMessage(), e);
  }
}
