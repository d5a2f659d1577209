package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Heaps;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Ports;
import tailgate.lab.monitor.PauseLog;
import tailgate.lab.project.Project;

/**
 * What all stages of a run have in common.
 *
 * @param port the port of every stage, 0 for a free port for each
 * @param java the java binary for the stage
 * @param isolation of the stage and its load
 */
public record Stages(Project project, int port, String java, Isolation isolation) {

  /** Returns the beginning of a server's command on this machine: its Java with all options. */
  List<String> java(ServerSpec server, PauseLog pauses) {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(jvm(server, pauses));
    command.addAll(Heaps.ofThisMachine().ofServer(command));
    return command;
  }

  /** Returns the options of a server's JVM. */
  List<String> jvm(ServerSpec server, PauseLog pauses) {
    List<String> options = new ArrayList<>(isolation.collector().options());
    options.addAll(pauses.options());
    options.addAll(server.jvm());
    return options;
  }

  /** Returns the folder that a server serves. */
  Path root(ServerSpec server) {
    return server.root().orElse(project.site());
  }

  /** Returns the port of the next stage on this machine. */
  int chosenPort() throws IOException, LabException {
    if (port == 0) {
      return Ports.free();
    }
    Ports.checkFree(port);
    return port;
  }

  Stages at(IdleGate gate) {
    return new Stages(project, port, java, isolation.at(gate));
  }

  Stages on(String otherJava) {
    return new Stages(project, port, otherJava, isolation);
  }
}
