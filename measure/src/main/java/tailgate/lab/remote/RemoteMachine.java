package tailgate.lab.remote;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.LabException;
import tailgate.lab.machine.Cores;
import tailgate.lab.machine.Host;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.ProcessorTime;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;

/**
 * Another machine, by ssh: what it is, and one folder there, in which everything is that was copied
 * or started. It is looked at before anything is started there, and nothing is left there in the
 * end:
 *
 * <pre>
 *   open ──► (copy, program, its start and stop)* ──► close
 *     │                     │
 *  refused, in a line    lost: each question fails, and so does each run that is left
 *
 *
 *   this machine                              that machine
 *   ssh, the connection  ◄─────────────────►  sh with agent.sh       in one folder of mktemp
 *    └─ ssh, one for each program ◄────────►   serve N ─► java        in its folder N
 * </pre>
 *
 * <p>What is left there after
 *
 * <ul>
 *   <li>{@link #close}, Ctrl-C, or a failure here: nothing. The agent ends with its input, kills
 *       what it finds in its folder, and removes it.
 *   <li>a kill of the lab or of ssh: nothing, for the same reason: its input ends.
 *   <li>a cut network: nothing after about half a minute, in which no beat has come. Here ssh
 *       notices that after 15 s, and each run that is left fails.
 *   <li>a kill of all processes there at once: the folder.
 * </ul>
 *
 * <p>Confined to the thread of the lab, except what its programs ask.
 */
abstract class RemoteMachine implements AutoCloseable {

  /** The name is short, because that of a socket is limited to about 100 characters. */
  private static final String SOCKET_FILE = "s";

  private static final int LEAST_JAVA = 21;
  private static final Pattern VERSION = Pattern.compile("java\\.version = (\\d{1,4})\\S*");
  private static final Pattern ARCH = Pattern.compile("os\\.arch = (\\S+)");

  private final Purpose purpose;
  private final String name;
  private final String java;

  /** The processors that were asked for; none for all. */
  private final List<Integer> chosen;

  private final Path temporary;
  private final RemoteShell shell;
  private final Copies toThere;

  /** The facts that the agent has said, by their names. */
  private final Map<String, String> facts = new HashMap<>();

  /** The files and folders that were copied, and where they are there. */
  private final Map<Path, String> copies = new HashMap<>();

  private String javaVersion = "";
  private int programs;

  /**
   * Connects, and looks whether that machine can run what is asked for.
   *
   * @param words the command ssh, with options of the user
   * @param target as ssh has it
   * @param java there
   * @param processors of what runs there; none for all
   * @throws LabException if that machine cannot; says why in one line
   */
  RemoteMachine(
      Purpose purpose,
      List<String> words,
      String target,
      String java,
      List<Integer> processors,
      Children children)
      throws IOException, LabException, InterruptedException {
    this.purpose = purpose;
    this.name = target;
    this.java = java;
    this.chosen = List.copyOf(processors);
    this.temporary = Files.createTempDirectory("tailgate-ssh"); // for this user only
    Ssh ssh = new Ssh(words, target, temporary.resolve(SOCKET_FILE));
    this.toThere = new Copies(ssh, temporary, children);
    RemoteShell opened = null;
    try {
      opened = RemoteShell.open(purpose, ssh, temporary, children);
      this.shell = opened;
      look(opened.begin());
    } catch (IOException | LabException | InterruptedException | RuntimeException | Error e) {
      if (opened != null) {
        opened.close();
      }
      remove(temporary);
      throw e;
    }
  }

  private void look(List<String> said) throws IOException, LabException {
    for (String line : said) {
      String[] pair = line.split("=", 2);
      if (pair.length == 2) {
        facts.put(pair[0], pair[1]);
      }
    }
    if (!folder().matches("/[\\w./-]+")) {
      throw no("its folder for temporary files has an unusual name: " + folder());
    }
    checkProcessors();
    checkJava();
  }

  private void checkProcessors() throws LabException {
    if (chosen.isEmpty()) {
      return;
    }
    if (!facts.containsKey("taskset")) {
      throw no(purpose.option("cpus") + " needs the command taskset there");
    }
    List<Integer> missing = new ArrayList<>(chosen);
    missing.removeAll(allowed());
    if (!missing.isEmpty()) {
      throw no("there is no processor %s; there are %s".formatted(missing, allowed()));
    }
  }

  private void checkJava() throws IOException, LabException {
    RemoteShell.Answer answer =
        shell.ask(Tool.quoted(java) + " -XshowSettings:properties -version 2>&1 </dev/null");
    javaVersion = answer.text();
    Matcher version = VERSION.matcher(javaVersion);
    String option = purpose.option("java");
    if (answer.status() != 0 || !version.find()) {
      throw no("%s does not run there; say %s".formatted(java, option));
    }
    if (Integer.parseInt(version.group(1)) < LEAST_JAVA) {
      throw no(
          format(
              "%s is Java %s there, and %s need %d or newer; say %s",
              java, version.group(1), purpose, LEAST_JAVA, option));
    }
  }

  LabException no(String why) {
    return new LabException("%s cannot run %s: %s".formatted(name, purpose, why));
  }

  /** Returns the machine's name, as the user calls it. */
  public final String name() {
    return name;
  }

  /** Returns the machine's address, as ssh has it; "unknown" if sshd(8) does not say it. */
  public String address() {
    return connection(2);
  }

  /** Returns this machine's address as that one sees it; "unknown" if sshd(8) does not say it. */
  public final String ourAddress() {
    return connection(0);
  }

  /** Returns a part of what sshd(8) says: address and port of the client, and of the server. */
  private String connection(int part) {
    String[] connection = facts.getOrDefault("connection", "").split(" ", -1);
    return connection.length == 4 ? connection[part] : "unknown";
  }

  /** Returns what {@code java -XshowSettings:properties -version} has printed there. */
  public final String javaVersion() {
    return javaVersion;
  }

  /** Returns the numbers of the processors of what runs there. */
  public final List<Integer> processors() {
    return chosen.isEmpty() ? allowed() : chosen;
  }

  private List<Integer> allowed() {
    return Cores.parse(facts.getOrDefault("allowed", "0"));
  }

  /** Returns how many files a process may open there. */
  public final long mostFiles() {
    String limit = facts.getOrDefault("files", "");
    return limit.matches("\\d{1,18}") ? Long.parseLong(limit) : Long.MAX_VALUE;
  }

  /** Says how busy the machine was in the minute before, for people. */
  public final String load() {
    return "load average %s at the start".formatted(facts.getOrDefault("load", Host.UNKNOWN));
  }

  public final Host host() {
    String memory = facts.getOrDefault("memory", "");
    Matcher arch = ARCH.matcher(javaVersion);
    return Host.of(
        facts.getOrDefault("cpu", Host.UNKNOWN),
        allowed().size(),
        memory.matches("\\d{1,18}") ? Long.valueOf(Long.parseLong(memory) / 1024) : null,
        "Linux",
        facts.getOrDefault("kernel", Host.UNKNOWN),
        arch.find() ? arch.group(1) : Host.UNKNOWN,
        javaVersion);
  }

  /** Returns the machine for a gate that waits until it is quiet. */
  public final IdleGate.Other idle() {
    return () -> ProcessorTime.of(shell.ask("read -r all </proc/stat && echo \"$all\"").text());
  }

  RemoteShell.Answer ask(String command) throws IOException {
    return shell.ask(command);
  }

  /** Returns the folder of everything there. */
  String folder() {
    return facts.getOrDefault("folder", "");
  }

  /**
   * Copies a file, or a folder with all that is in it, unless it was copied before.
   *
   * @return the place of the copy there
   */
  public final String copy(Path file) throws IOException, LabException, InterruptedException {
    String known = copies.get(file);
    if (known != null) {
      return known;
    }
    String target = format("%s/copy-%d", folder(), copies.size() + 1);
    toThere.copy(file, target);
    String copy = Files.isDirectory(file) ? target : target + "/" + file.getFileName();
    copies.put(file, copy);
    return copy;
  }

  /** Makes a folder for a program in the folder of everything, and returns its name in that. */
  String newFolder() throws IOException {
    programs++;
    String number = Integer.toString(programs);
    if (shell.ask("mkdir %s/%s".formatted(folder(), number)).status() != 0) {
      throw new IOException("cannot write to %s on %s".formatted(folder(), name));
    }
    return number;
  }

  /** Returns the first words of a command that runs Java there. */
  List<String> java() {
    List<String> command = new ArrayList<>();
    if (!chosen.isEmpty()) {
      command.addAll(List.of("taskset", "-c", Placement.list(chosen)));
    }
    command.add(java);
    return command;
  }

  /** Returns how files are copied there, and with what processes of this machine. */
  Copies toThere() {
    return toThere;
  }

  /** Closes the input of the agent without a word, as a kill of this process would. */
  void hangUp() throws IOException {
    shell.hangUp();
  }

  /** Ends all that runs there, and removes all that was written there. */
  @Override
  public final void close() {
    shell.close();
    remove(temporary);
  }

  private static void remove(Path folder) {
    List<String> files = new ArrayList<>(Copies.FILES);
    files.addAll(List.of(RemoteShell.ERRORS, SOCKET_FILE, ""));
    for (String file : files) {
      try {
        Files.deleteIfExists(folder.resolve(file));
      } catch (IOException e) {
        return; // of no use to anybody, and in a folder for temporary files
      }
    }
  }
}
