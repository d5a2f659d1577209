package tailgate.lab.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;
import tailgate.lab.LabException;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.ChildLog;

/**
 * A program on another machine, with a folder of its own there. Confined to the thread of the lab,
 * except {@link #epochMillis}.
 */
abstract class RemoteProgram implements AutoCloseable {

  final RemoteMachine machine;

  /** The name of the program's folder in that of the machine. */
  private final String name;

  /** Prepares a program, which has not started. */
  RemoteProgram(RemoteMachine machine) throws IOException {
    this.machine = machine;
    this.name = machine.newFolder();
  }

  /** Returns the name of a file in the program's folder. */
  public final String file(String fileName) {
    return "%s/%s/%s".formatted(machine.folder(), name, fileName);
  }

  /**
   * Copies what is in a folder for this program alone.
   *
   * @param target a new folder in the program's folder
   * @return the place of the copy there
   */
  String copy(Path source, String target) throws IOException, LabException, InterruptedException {
    machine.toThere().copy(source, file(target));
    return file(target);
  }

  /**
   * Starts the program.
   *
   * @param arguments of the program's JVM
   * @param input a redirection of its standard input, as sh(1) has it; empty for none
   * @param log gets what the program prints
   */
  Process start(List<String> arguments, String input, ChildLog log) throws IOException {
    Ssh ssh = machine.toThere().ssh();
    List<String> words = machine.java();
    words.addAll(arguments);
    String script = "echo $$ >pid || exit 1\nexec %s %s\n".formatted(Tool.quoted(words), input);
    if (machine.ask("printf %s " + Tool.quoted(script) + " >" + file("command")).status() != 0) {
      throw new IOException("cannot write to %s on %s".formatted(machine.folder(), ssh.target()));
    }
    List<String> command = ssh.also("sh %s/serve %s".formatted(machine.folder(), name));
    ProcessBuilder builder = log.process(command).command(Ssh.apart(command));
    Files.writeString(
        log.file(),
        "$ (on %s) %s\n".formatted(ssh.target(), String.join(" ", words)),
        StandardOpenOption.APPEND);
    return machine.toThere().children().start(builder, RemoteProcess::new);
  }

  /** Returns the time there, in milliseconds since 1970; empty if it is not known. */
  public final OptionalLong epochMillis() {
    try {
      String nanos = machine.ask("date +%s%N").text();
      return nanos.matches("\\d{19}")
          ? OptionalLong.of(Long.parseLong(nanos) / 1_000_000)
          : OptionalLong.empty(); // not the date of GNU
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Removes the program's folder. The process has ended. */
  @Override
  public void close() {
    try {
      machine.ask("rm -rf " + file(""));
    } catch (IOException e) {
      // The connection has ended, and all is removed.
    }
  }
}
