package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import tailgate.lab.LabException;
import tailgate.lab.monitor.PauseLog;
import tailgate.lab.process.ChildLog;
import tailgate.lab.remote.RemoteServer;
import tailgate.lab.remote.ServerHost;

/**
 * Stages on another machine: their jars and what they read are copied there, they listen on the
 * address of that machine, and their admin ports are reached by ssh.
 */
public record Elsewhere(ServerHost host) implements Machine {

  /** The options that name a file which the server reads. */
  private static final Set<String> READ = Set.of("--handler-jar", "--config");

  /** The options that name a file which the server writes. */
  private static final Set<String> WRITTEN = Set.of("--access-log");

  @Override
  public int cores() {
    return host.processors().size();
  }

  @Override
  public String whichCores() {
    return host.cores();
  }

  @Override
  public Machine.Place place(Stages stages, ServerSpec server) throws IOException, LabException {
    int listenOn = stages.port() == 0 ? host.freePort() : stages.port();
    host.checkFree(listenOn);
    OptionalInt adminPort = OptionalInt.empty();
    if (!server.setsAdmin()) {
      int free = host.freePort();
      adminPort = OptionalInt.of(free == listenOn ? free + 1 : free);
    }
    return new There(stages, host.server(), listenOn, adminPort);
  }

  @Override
  public RunningServer start(Machine.Program server, RunContext context)
      throws IOException, LabException, InterruptedException {
    int port = host.freePort();
    String code = host.copy(server.code());
    try (Closer closer = new Closer()) {
      RemoteServer remote = host.server();
      closer.add(remote::close);
      ChildLog log = context.log(EchoProcess.LOG);
      Process process = remote.start(server.arguments(code, host.address(), port), log);
      closer.add(() -> context.children().stop(process));
      EchoProcess.awaitReady(process, host.address(), port, log);
      remote.started();
      return new RunningServer(ready(remote, port, Optional.empty()), () -> {}, closer.handOver());
    }
  }

  private Ready ready(RemoteServer remote, int port, Optional<URI> stats) {
    return new Ready(
        remote.pid(), host.address(), port, stats, Optional.empty(), Optional.of(remote));
  }

  /** A stage on the other machine. Confined to one thread. */
  private final class There implements Machine.Place {

    private final Stages stages;
    private final RemoteServer remote;
    private final int listenOn;
    private final OptionalInt adminPort;

    There(Stages stages, RemoteServer remote, int listenOn, OptionalInt adminPort) {
      this.stages = stages;
      this.remote = remote;
      this.listenOn = listenOn;
      this.adminPort = adminPort;
    }

    @Override
    public StageProcess start(ServerSpec server, Function<URI, Probe> asks, RunContext context)
        throws IOException, LabException, InterruptedException {
      List<String> command = new ArrayList<>(stages.jvm(server, new PauseLog(remote.pauses())));
      command.addAll(List.of("-jar", host.copy(stages.project().jarOf(server.stage()))));
      command.addAll(List.of("--port", Integer.toString(listenOn), "--host", host.address()));
      if (!server.setsRoot()) {
        command.addAll(List.of("--root", root(server)));
      }
      adminPort.ifPresent(at -> command.addAll(List.of("--admin-port", Integer.toString(at))));
      command.addAll(copied(server.arguments()));
      ChildLog log = context.log(StageRun.LOG);
      Process process = remote.start(command, log);
      Probe probe = asks.apply(Here.uri(host.address(), listenOn, ""));
      return StageProcess.elsewhere(context.children(), process, probe, log, host);
    }

    /** Copies the server's site: the sample site once, all others for one server only. */
    private String root(ServerSpec server) throws IOException, LabException, InterruptedException {
      Optional<Path> root = server.root();
      return root.isPresent() ? remote.copy(root.get()) : host.copy(stages.project().site());
    }

    /** Returns arguments with the names that files have there. */
    private List<String> copied(List<String> arguments)
        throws IOException, LabException, InterruptedException {
      List<String> words = new ArrayList<>();
      String option = "";
      for (String argument : arguments) {
        int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
        if (equals > 0) {
          String name = argument.substring(0, equals);
          words.add(name + "=" + copied(name, argument.substring(equals + 1)));
        } else {
          words.add(copied(option, argument));
        }
        option = argument;
      }
      return words;
    }

    private String copied(String option, String value)
        throws IOException, LabException, InterruptedException {
      if (READ.contains(option)) {
        return host.copy(Path.of(value));
      }
      return WRITTEN.contains(option) && !value.equals("-") ? remote.file("written.log") : value;
    }

    @Override
    public LabException explained(LabException e, StageProcess process) throws IOException {
      return process.isMute() && host.listens(listenOn)
          ? new LabException(
              format(
                  ("the server listens on %s:%d, and cannot be reached from here; is there a"
                      + " firewall? --port names a port that is open, --server-address another"
                      + " address"),
                  host.address(),
                  listenOn),
              e)
          : e;
    }

    @Override
    public Ready ready(StageProcess process, RunContext context) throws IOException {
      remote.started();
      Optional<URI> stats = Optional.empty();
      if (adminPort.isPresent()) {
        stats = remote.stats(adminPort.getAsInt());
        if (stats.isEmpty()) {
          context.say("(no /stats: ssh leads to no ports there) ");
        }
      }
      return Elsewhere.this.ready(remote, listenOn, stats);
    }

    @Override
    public void close() {
      remote.close();
    }
  }
}
