package tailgate.lab.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.machine.Cores;
import tailgate.lab.machine.Host;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.ProcessorTime;
import tailgate.lab.process.Children;

/**
 * Another machine, on which servers run. It is looked at before anything is started there, and
 * nothing is left there in the end:
 *
 * <pre>
 *   open ──► (copy, server, its start and stop)* ──► close
 *     │                    │
 *  refused, in a line   lost: each question fails, and so does each run that is left
 *
 *
 *   this machine                              that machine
 *   ssh, the connection  ◄─────────────────►  sh with agent.sh       in one folder of mktemp
 *    ├─ ssh, one for each server ◄─────────►   serve N ─► java -jar   in its folder N
 *    └─ a port that leads to  ─────────────►   the admin port of the server
 *   the generator  ────────────────────────►   the port of the server, not by ssh
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
 * <p>Confined to the thread of the lab, except what {@link RemoteServer} asks.
 */
public final class ServerHost implements AutoCloseable {

  /**
   * What the user asks for.
   *
   * @param ssh the command, with options of the user
   * @param target as ssh has it
   * @param java there
   * @param address at which its servers listen, and are asked; null for the one that ssh connects
   *     to
   * @param processors of the servers there; none for all
   */
  public record Order(
      List<String> ssh,
      String target,
      String java,
      @Nullable String address,
      List<Integer> processors) {
    public Order {
      ssh = List.copyOf(ssh);
      processors = List.copyOf(processors);
    }
  }

  /** Short, because the name of a socket is limited to about 100 characters. */
  private static final String SOCKET_FILE = "s";

  private static final int LEAST_JAVA = 21;
  private static final Pattern VERSION = Pattern.compile("java\\.version = (\\d{1,4})\\S*");
  private static final Pattern ARCH = Pattern.compile("os\\.arch = (\\S+)");

  /** Below those that the kernel takes for connections to others. */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 32_000;

  /** A line of {@code net/tcp} up to the state. */
  private static final String SOCKET = " *\\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} ";

  private static final String LISTEN = "0A";
  private static final String ANY = "[0-9A-F]{2}";

  private final Order order;
  private final Path ours;
  private final RemoteShell shell;
  private final Copies toThere;

  /** What the agent has said, by its names. */
  private final Map<String, String> facts = new HashMap<>();

  /** Files and folders that were copied, and where they are there. */
  private final Map<Path, String> copies = new HashMap<>();

  private String javaVersion = "";
  private int servers;

  private ServerHost(Order order, Path ours, RemoteShell shell, Copies toThere) {
    this.order = order;
    this.ours = ours;
    this.shell = shell;
    this.toThere = toThere;
  }

  /**
   * Connects, and looks whether that machine can run servers.
   *
   * @throws LabException if it cannot; says why in one line
   */
  public static ServerHost open(Order order, Children children)
      throws IOException, LabException, InterruptedException {
    Path ours = Files.createTempDirectory("tailgate-ssh"); // for this user only
    Ssh ssh = new Ssh(order.ssh, order.target, ours.resolve(SOCKET_FILE));
    RemoteShell shell = null;
    try {
      shell = RemoteShell.open(ssh, ours, children);
      ServerHost host = new ServerHost(order, ours, shell, new Copies(ssh, ours, children));
      host.look(shell.begin());
      return host;
    } catch (IOException | LabException | InterruptedException | RuntimeException | Error e) {
      if (shell != null) {
        shell.close();
      }
      remove(ours);
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
    if (!address().matches("[\\w.-]+")) {
      throw no(
          "the load needs a name or an IPv4 address of it, not %s; say --server-address"
              .formatted(address()));
    }
  }

  private void checkProcessors() throws LabException {
    if (order.processors.isEmpty()) {
      return;
    }
    if (!facts.containsKey("taskset")) {
      throw no("--server-cpus needs the command taskset there");
    }
    List<Integer> missing = new ArrayList<>(order.processors);
    missing.removeAll(allowed());
    if (!missing.isEmpty()) {
      throw no("there is no processor %s; there are %s".formatted(missing, allowed()));
    }
  }

  private void checkJava() throws IOException, LabException {
    RemoteShell.Answer answer =
        shell.ask(
            RemoteShell.quoted(order.java) + " -XshowSettings:properties -version 2>&1 </dev/null");
    javaVersion = answer.text();
    Matcher version = VERSION.matcher(javaVersion);
    if (answer.status() != 0 || !version.find()) {
      throw no("%s does not run there; say --server-java".formatted(order.java));
    }
    if (Integer.parseInt(version.group(1)) < LEAST_JAVA) {
      throw no(
          "%s is Java %s there, and servers need %d or newer; say --server-java"
              .formatted(order.java, version.group(1), LEAST_JAVA));
    }
  }

  private LabException no(String why) {
    return new LabException("%s cannot run servers: %s".formatted(order.target, why));
  }

  /** As the user calls it. */
  public String name() {
    return order.target;
  }

  /** At which its servers listen, and are asked. */
  public String address() {
    if (order.address != null) {
      return order.address;
    }
    // Of sshd(8): address and port of the client, address and port of the server.
    String[] connection = facts.getOrDefault("connection", "").split(" ", -1);
    return connection.length == 4 ? connection[2] : "unknown";
  }

  /** What {@code java -XshowSettings:properties -version} has printed there. */
  public String javaVersion() {
    return javaVersion;
  }

  /** The numbers of the processors of its servers. */
  public List<Integer> processors() {
    return order.processors.isEmpty() ? allowed() : order.processors;
  }

  private List<Integer> allowed() {
    return Cores.parse(facts.getOrDefault("allowed", "0"));
  }

  /** For the conditions of a run. */
  public String cores() {
    return "server=%s on %s".formatted(Placement.list(processors()), name());
  }

  /** Whether the exit code of a server means that the connection has ended. */
  public static boolean isLost(int exitCode) {
    return exitCode == RemoteProcess.LOST;
  }

  /** How many files a process may open there. */
  public long mostFiles() {
    String limit = facts.getOrDefault("files", "");
    return limit.matches("\\d{1,18}") ? Long.parseLong(limit) : Long.MAX_VALUE;
  }

  /** How busy it was in the minute before, for people. */
  public String load() {
    return "load average %s at the start".formatted(facts.getOrDefault("load", Host.UNKNOWN));
  }

  /** The machine. */
  public Host host() {
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

  /** Whether it is quiet. */
  public IdleGate.Other idle() {
    return () -> ProcessorTime.of(shell.ask("read -r all </proc/stat && echo \"$all\"").text());
  }

  /** The folder of everything there. */
  private String folder() {
    return facts.getOrDefault("folder", "");
  }

  /**
   * Copies a file, or a folder with all that is in it, unless it was copied before.
   *
   * @return where it is there
   */
  public String copy(Path file) throws IOException, LabException, InterruptedException {
    String known = copies.get(file);
    if (known != null) {
      return known;
    }
    String there = "%s/copy-%d".formatted(folder(), copies.size() + 1);
    toThere.copy(file, there);
    String name = Files.isDirectory(file) ? there : there + "/" + file.getFileName();
    copies.put(file, name);
    return name;
  }

  /** A port on which nobody listens there. It may be taken later, but that is unlikely. */
  public int freePort() throws IOException {
    Set<Integer> taken = ports(ANY);
    int port;
    do {
      port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
    } while (taken.contains(port));
    return port;
  }

  /** Refuses a port on which somebody listens there. */
  public void checkFree(int port) throws IOException, LabException {
    if (listens(port)) {
      throw new LabException("port %d is taken on %s".formatted(port, name()));
    }
  }

  /** Whether somebody listens on a port there. */
  public boolean listens(int port) throws IOException {
    return ports(LISTEN).contains(port);
  }

  /**
   * Of the sockets there; see proc_net(5).
   *
   * @param state a pattern of the states that count
   */
  private Set<Integer> ports(String state) throws IOException {
    Pattern socket = Pattern.compile(SOCKET + state + " .*");
    Set<Integer> ports = new HashSet<>();
    for (String line : shell.ask("cat /proc/net/tcp /proc/net/tcp6 2>/dev/null").lines()) {
      Matcher local = socket.matcher(line);
      if (local.matches()) {
        ports.add(Integer.parseInt(local.group(1), 16));
      }
    }
    return ports;
  }

  /** Prepares a server, which has a folder of its own there. */
  public RemoteServer server() throws IOException {
    servers++;
    String name = Integer.toString(servers);
    if (shell.ask("mkdir %s/%s".formatted(folder(), name)).status() != 0) {
      throw new IOException("cannot write to %s on %s".formatted(folder(), name()));
    }
    List<String> java = new ArrayList<>();
    if (!order.processors.isEmpty()) {
      java.addAll(List.of("taskset", "-c", Placement.list(order.processors)));
    }
    java.add(order.java);
    return new RemoteServer(shell, toThere, java, folder(), name);
  }

  /** Closes the input of the agent without a word, as a kill of this process would. */
  void hangUp() throws IOException {
    shell.hangUp();
  }

  /** Ends all that runs there, and removes all that was written there. */
  @Override
  public void close() {
    shell.close();
    remove(ours);
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
