package tailgate.supervisor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;
import tailgate.restart.Predecessor;

/**
 * Starts processes of the operating system with the command line of this one. They inherit its
 * descriptors 0, 1 and 2: the listening socket, standard output and standard error.
 *
 * @param command the program and its arguments
 * @param socket where the processes connect to
 */
record ProcessLauncher(List<String> command, Path socket) implements Child.Launcher {

  @Override
  public Child start(int process, IntConsumer exited) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().remove(Predecessor.VARIABLE); // it is the supervisor's
    builder.environment().put(SupervisorLink.SOCKET, socket.toString());
    builder.environment().put(SupervisorLink.NUMBER, Integer.toString(process));
    Process started = builder.start();
    var unused = started.onExit().thenAccept(ended -> exited.accept(ended.exitValue()));
    return new Started(started);
  }

  private record Started(Process process) implements Child {

    @Override
    public long pid() {
      return process.pid();
    }

    @Override
    public void terminate() {
      process.destroy();
    }

    @Override
    public void kill() {
      process.destroyForcibly();
    }
  }
}
