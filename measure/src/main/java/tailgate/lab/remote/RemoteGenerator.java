package tailgate.lab.remote;

import static tailgate.lab.load.Text.format;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.ChildLog;

/**
 * A generator's JVM on another machine. It reads its loads, one in a line, from a FIFO, because the
 * input of its ssh is for signals; and it writes to a folder for each load.
 *
 * <pre>
 *   start ──► (folder, write, ask, has*, read*, remove)* ──► close
 * </pre>
 *
 * <p>Confined to the thread of the lab.
 */
public final class RemoteGenerator extends RemoteProgram {

  private static final String INPUT = "in";

  /** A descriptor of the shell there: the last one that sh(1) has to know. */
  private static final int HELD = 9;

  /** The generator's process; null before it is started. */
  private @Nullable Process process;

  private int folders;

  RemoteGenerator(RemoteMachine machine) throws IOException {
    super(machine);
  }

  /**
   * Starts the generator.
   *
   * @param options of its JVM
   * @param classPath of this machine; what it names is copied
   * @param log gets what the generator prints
   */
  public void start(List<String> options, String classPath, String main, ChildLog log)
      throws IOException, LabException, InterruptedException {
    List<String> copies = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      copies.add(machine.copy(Path.of(entry)));
    }
    // The shell there holds it open: what is written before the generator has opened it would be
    // lost with the last who has.
    String input = file(INPUT);
    checked(format("mkfifo %s && exec %d<>%s", input, HELD, input));
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-cp", String.join(":", copies), main));
    // Open for both: it never sees an end, and whoever writes never waits for a reader.
    process = start(arguments, "<>" + INPUT, log);
  }

  /** Makes a folder there, and returns its name. */
  public String folder() throws IOException {
    folders++;
    String name = file("load-" + folders);
    checked("mkdir " + name);
    return name;
  }

  public void write(String file, String text) throws IOException {
    checked("printf %s " + Tool.quoted(text) + " >" + file);
  }

  /** Gives the generator a line of its input. */
  public void ask(String line) throws IOException {
    checked("printf '%s\\n' " + Tool.quoted(line) + " 1<>" + file(INPUT));
  }

  /** Whether there is a file of this name. */
  public boolean has(String file) throws IOException {
    return machine.ask("[ -e " + file + " ]").status() == 0;
  }

  /** Reads the lines of a file there. */
  public List<String> read(String file) throws IOException {
    return checked("cat " + file).lines();
  }

  /** Removes a folder there, with all files. */
  public void remove(String folder) throws IOException {
    checked("rm -rf " + folder);
  }

  private RemoteShell.Answer checked(String command) throws IOException {
    RemoteShell.Answer answer = machine.ask(command);
    if (answer.status() != 0) {
      throw new IOException(
          format("on %s, exit code %d of: %s", machine.name(), answer.status(), command));
    }
    return answer;
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Ends the generator, and removes its folder. */
  @Override
  public void close() {
    if (process != null) {
      machine.toThere().children().stop(process);
    }
    super.close();
  }
}
