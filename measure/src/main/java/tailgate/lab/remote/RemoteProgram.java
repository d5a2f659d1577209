package tailgate.lab.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tailgate.lab.LabException;
import tailgate.lab.process.ChildLog;

/**
 * A program on another machine, with a folder of its own there. Confined to the thread of the lab,
 * except {@link #ask} and what is made of it.
 */
final class RemoteProgram implements AutoCloseable {

  private final RemoteShell shell;
  private final Copies toThere;
  private final List<String> java;
  private final String folder;
  private final String name;

  /**
   * Prepares a program, which has not started.
   *
   * @param java the first words of the program's command
   * @param folder of all programs there
   * @param name of its own folder in it, which exists
   */
  RemoteProgram(RemoteShell shell, Copies toThere, List<String> java, String folder, String name) {
    this.shell = shell;
    this.toThere = toThere;
    this.java = List.copyOf(java);
    this.folder = folder;
    this.name = name;
  }

  /** Returns the name of a file in the program's folder. */
  String file(String fileName) {
    return "%s/%s/%s".formatted(folder, name, fileName);
  }

  /**
   * Copies what is in a folder for this program alone.
   *
   * @param target a new folder in the program's folder
   * @return the place of the copy there
   */
  String copy(Path source, String target) throws IOException, LabException, InterruptedException {
    toThere.copy(source, file(target));
    return file(target);
  }

  /**
   * Starts the program.
   *
   * @param arguments of the program's JVM
   * @param input a redirection of its standard input, as sh(1) has it; empty for none
   * @param log gets what the program prints
   * @return the process, for {@link #stop}
   */
  Process start(List<String> arguments, String input, ChildLog log) throws IOException {
    Ssh ssh = toThere.ssh();
    List<String> words = new ArrayList<>(java);
    words.addAll(arguments);
    String line = words.stream().map(RemoteShell::quoted).collect(Collectors.joining(" "));
    String script =
        RemoteShell.quoted("echo $$ >pid || exit 1\nexec %s %s\n".formatted(line, input));
    if (ask("printf %s " + script + " >" + file("command")).status() != 0) {
      throw new IOException("cannot write to %s on %s".formatted(folder, ssh.target()));
    }
    List<String> command = ssh.also("sh %s/serve %s".formatted(folder, name));
    ProcessBuilder builder = log.process(command).command(Ssh.apart(command));
    Files.writeString(
        log.file(),
        "$ (on %s) %s\n".formatted(ssh.target(), String.join(" ", words)),
        StandardOpenOption.APPEND);
    return toThere.children().start(builder, RemoteProcess::new);
  }

  /** Returns the machine's name, as the user calls it. */
  String machine() {
    return toThere.ssh().target();
  }

  /** Stops what {@link #start} has returned. */
  void stop(Process process) {
    toThere.children().stop(process);
  }

  /** Begins or ends to lead connections, as {@link Ssh#lead}. */
  List<String> lead(String action, int from, int to) {
    return toThere.ssh().lead(action, from, to);
  }

  /** Asks the shell of the program's machine. */
  RemoteShell.Answer ask(String command) throws IOException {
    return shell.ask(command);
  }

  /** Returns the time there, in milliseconds since 1970; empty if it is not known. */
  OptionalLong epochMillis() {
    try {
      String nanos = ask("date +%s%N").text();
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
      ask("rm -rf " + file(""));
    } catch (IOException e) {
      // The connection has ended, and all is removed.
    }
  }
}
