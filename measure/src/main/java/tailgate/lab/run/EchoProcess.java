package tailgate.lab.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.echo.EchoServer;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.ChildLog;

/**
 * An {@link EchoServer} in a JVM of its own, on the processors of a server.
 *
 * @param java the java binary; not used on another machine
 * @param isolation of this machine; not used on another one
 * @param bodyBytes the size of each answer
 * @param spin the processor time that the echo uses for each request
 */
public record EchoProcess(String java, Isolation isolation, long bodyBytes, Duration spin)
    implements Machine.Program {

  private static final Duration START = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int CONNECT_MILLIS = 1_000;

  /** What the echo prints is in this file. */
  static final String LOG = "echo.log";

  public RunningServer start(RunContext context)
      throws IOException, LabException, InterruptedException {
    int port = Ports.free();
    ChildLog log = context.log(LOG);
    try (Closer closer = new Closer()) {
      Process process = context.children().start(log.process(command(port)));
      closer.add(() -> context.children().stop(process));
      awaitReady(process, isolation.host(), port, log);
      Ready ready = new Ready(process.pid(), isolation.host(), port, Optional.empty());
      return new RunningServer(ready, () -> {}, closer.handOver());
    }
  }

  private List<String> command(int port) {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(arguments(code().toString(), isolation.host(), port));
    return isolation.placement().ofServer(command);
  }

  @Override
  public List<String> arguments(String code, String host, int port) {
    return List.of(
        "-XX:+UseSerialGC",
        "-cp",
        code,
        EchoServer.class.getName(),
        Integer.toString(port),
        Long.toString(bodyBytes),
        Long.toString(spin.toNanos() / 1_000),
        host);
  }

  @Override
  public Path code() {
    URL place = EchoServer.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(place.toString()));
  }

  static void awaitReady(Process process, String host, int port, ChildLog log)
      throws LabException, InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (!accepts(host, port)) {
      if (!process.isAlive() || System.nanoTime() - deadline >= 0) {
        throw new LabException("the echo does not start" + log.tail());
      }
      Thread.sleep(POLL);
    }
  }

  private static boolean accepts(String host, int port) {
    try (Socket probe = new Socket()) {
      probe.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false; // not yet
    }
  }
}
