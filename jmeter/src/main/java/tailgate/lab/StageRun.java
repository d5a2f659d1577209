package tailgate.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The procedure that each measurement of a stage follows, whatever the load: start it, wait until
 * it answers, drive the load, see that it is still there, stop it.
 *
 * @param port the port for every stage, 0 for a free one each
 * @param java the java binary for the stage
 * @param readyTimeout how long a stage may take to answer its first request
 */
record StageRun(Project project, int port, String java, Duration readyTimeout) {

  /**
   * A stage and how it is started.
   *
   * @param arguments beyond its port and its root
   */
  record Server(String stage, List<String> arguments) {
    Server {
      arguments = List.copyOf(arguments);
    }
  }

  /** A stage that is ready for its load. */
  record Ready(long pid, int port) {}

  /** What is done to it meanwhile. */
  @FunctionalInterface
  interface Work {
    void at(Ready server) throws IOException, LabException, InterruptedException;
  }

  /**
   * Runs one stage under some work.
   *
   * @param resource what it must answer with 200 before the work begins
   * @param raw gets its log
   * @param progress hears of a stage that did not stop when it was asked to
   */
  void measure(
      Server server, String resource, Work work, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    int listenOn = chosenPort();
    StageProcess process =
        StageProcess.start(
            children,
            command(server, listenOn),
            URI.create("http://" + Ports.HOST + ":" + listenOn + resource),
            new ChildLog(raw.resolve("server.log")));
    try {
      process.awaitReady(readyTimeout);
      work.at(new Ready(process.pid(), listenOn));
      process.checkAlive();
    } finally {
      if (!process.stop()) {
        progress.print("(ignored SIGTERM and was killed) ");
      }
    }
  }

  private int chosenPort() throws IOException, LabException {
    if (port == 0) {
      return Ports.free();
    }
    Ports.checkFree(port);
    return port;
  }

  private List<String> command(Server server, int listenOn) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, "-jar", project.jarOf(server.stage()).toString()));
    command.addAll(List.of("--port", Integer.toString(listenOn)));
    command.addAll(List.of("--root", project.site().toString()));
    command.addAll(server.arguments());
    return command;
  }
}
