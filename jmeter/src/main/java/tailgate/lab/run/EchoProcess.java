package tailgate.lab.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.echo.EchoServer;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/**
 * An {@link EchoServer} in a JVM of its own, on the processors of a server.
 *
 * @param java the java binary
 * @param bodyBytes the size of each answer
 * @param spin the processor time that it uses for each request
 */
public record EchoProcess(String java, Placement placement, long bodyBytes, Duration spin) {

  private static final Duration START = Duration.ofSeconds(10);
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final Duration POLL = Duration.ofMillis(20);

  /** Starts it, does the work, stops it. */
  public void during(Path folder, Children children, StageRun.Work work)
      throws IOException, LabException, InterruptedException {
    int port = Ports.free();
    ChildLog log = new ChildLog(folder.resolve("echo.log"));
    Process process = children.start(log.process(command(port)));
    try {
      awaitReady(process, port, log);
      work.at(new StageRun.Ready(process.pid(), port, Optional.empty()));
    } finally {
      children.stop(process);
    }
  }

  private List<String> command(int port) {
    return placement.ofServer(
        List.of(
            java,
            "-XX:+UseSerialGC",
            "-cp",
            code(),
            EchoServer.class.getName(),
            Integer.toString(port),
            Long.toString(bodyBytes),
            Long.toString(spin.toNanos() / 1_000)));
  }

  /** The jar or the folder that the echo is in; it needs nothing else. */
  private static String code() {
    URL place = EchoServer.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(place.toString())).toString();
  }

  private static void awaitReady(Process process, int port, ChildLog log)
      throws LabException, InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (!accepts(port)) {
      if (!process.isAlive() || System.nanoTime() - deadline >= 0) {
        throw new LabException("the echo does not start" + log.tail());
      }
      Thread.sleep(POLL);
    }
  }

  private static boolean accepts(int port) {
    try (Socket probe = new Socket()) {
      probe.connect(
          new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), (int) POLL.toMillis());
      return true;
    } catch (IOException e) {
      return false; // not yet
    }
  }
}
