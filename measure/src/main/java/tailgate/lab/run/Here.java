package tailgate.lab.run;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import tailgate.lab.LabException;
import tailgate.lab.machine.Ports;
import tailgate.lab.monitor.PauseLog;

/** A place on this machine: it has nothing to clear up, and nothing more to say. */
final class Here implements Machine.Place {

  static final String STATS = "/stats";

  private final Stages stages;
  private final PauseLog pauses;
  private final int listenOn;
  private final OptionalInt adminPort;

  /**
   * Chooses the ports of a server.
   *
   * @param pauses the log of the server's JVM
   * @throws LabException if the server's port is taken
   */
  Here(Stages stages, ServerSpec server, PauseLog pauses) throws IOException, LabException {
    this.stages = stages;
    this.pauses = pauses;
    listenOn = stages.chosenPort();
    adminPort = adminPort(server, listenOn);
  }

  @Override
  public StageProcess start(ServerSpec server, Function<URI, Probe> asks, RunContext context)
      throws IOException {
    List<String> command = stages.java(server, pauses);
    command.addAll(List.of("-jar", stages.project().jarOf(server.stage()).toString()));
    command.addAll(List.of("--port", Integer.toString(listenOn)));
    if (!stages.isolation().host().equals(Ports.HOST)) {
      command.addAll(List.of("--host", stages.isolation().host()));
    }
    if (!server.setsRoot()) {
      command.addAll(List.of("--root", stages.root(server).toString()));
    }
    adminPort.ifPresent(at -> command.addAll(List.of("--admin-port", Integer.toString(at))));
    command.addAll(server.arguments());
    return StageProcess.start(
        context.children(),
        stages.isolation().placement().ofServer(command),
        asks.apply(uri(stages.isolation().host(), listenOn, "")),
        context.log(StageRun.LOG));
  }

  @Override
  public Ready ready(StageProcess process, RunContext context) {
    Optional<URI> stats = adminPort.stream().mapToObj(at -> uri(Ports.HOST, at, STATS)).findFirst();
    return new Ready(process.pid(), stages.isolation().host(), listenOn, stats);
  }

  /**
   * Returns a free port, because the stage's own choice, 1,000 above its port, may be taken. Empty
   * if the user has set it.
   */
  private static OptionalInt adminPort(ServerSpec server, int listenOn) throws IOException {
    if (server.setsAdmin()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(Ports.otherThan(listenOn));
  }

  /** Returns the address of a resource of a server that speaks HTTP. */
  static URI uri(String host, int port, String path) {
    return URI.create("http://" + host + ":" + port + path);
  }
}
