package tailgate.lab.remote;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.machine.Placement;
import tailgate.lab.process.Children;

/**
 * Another machine, on which servers run, and what listens there.
 *
 * <pre>
 *   this machine                              that machine
 *   ssh, the connection  ◄─────────────────►  its shell
 *    ├─ ssh, one for each server ◄─────────►   java -jar
 *    └─ a port that leads to  ─────────────►   the admin port of the server
 *   the generator  ────────────────────────►   the port of the server, not by ssh
 * </pre>
 *
 * <p>Confined to the thread of the lab, except what {@link RemoteServer} asks.
 */
public final class ServerHost extends RemoteMachine {

  /**
   * The machine that the user asks for.
   *
   * @param ssh the command, with options of the user
   * @param target as ssh has it
   * @param java there
   * @param address at which the servers listen, and are asked; null for the one that ssh connects
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

  /** These ports are below those that the kernel takes for connections to others. */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 32_000;

  /** The part of a line of {@code net/tcp} before the state. */
  private static final String SOCKET = " *\\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} ";

  private static final String LISTEN = "0A";
  private static final String ANY = "[0-9A-F]{2}";

  /** The address that the user has chosen; null for the one that ssh connects to. */
  private final @Nullable String chosenAddress;

  private ServerHost(Order order, Children children)
      throws IOException, LabException, InterruptedException {
    super(Purpose.SERVERS, order.ssh, order.target, order.java, order.processors, children);
    chosenAddress = order.address;
  }

  /**
   * Connects, and looks whether that machine can run servers.
   *
   * @throws LabException if that machine cannot; says why in one line
   */
  public static ServerHost open(Order order, Children children)
      throws IOException, LabException, InterruptedException {
    ServerHost host = new ServerHost(order, children);
    if (!host.address().matches("[\\w.-]+")) {
      host.close();
      throw host.no(
          "the load needs a name or an IPv4 address of it, not %s; say --server-address"
              .formatted(host.address()));
    }
    return host;
  }

  /** Returns the address at which the servers listen, and are asked. */
  @Override
  public String address() {
    return chosenAddress == null ? super.address() : chosenAddress;
  }

  /** Returns the processors in words, for the conditions of a run. */
  public String cores() {
    return "server=%s on %s".formatted(Placement.list(processors()), name());
  }

  /** Whether the exit code of a server means that the connection has ended. */
  public static boolean isLost(int exitCode) {
    return exitCode == RemoteProcess.LOST;
  }

  /** Returns a port on which nobody listens there. It is unlikely to be taken later. */
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
      throw new LabException(format("port %d is taken on %s", port, name()));
    }
  }

  /** Whether somebody listens on a port there. */
  public boolean listens(int port) throws IOException {
    return ports(LISTEN).contains(port);
  }

  /**
   * Returns the ports of the sockets there; see proc_net(5).
   *
   * @param state a pattern of the states that count
   */
  private Set<Integer> ports(String state) throws IOException {
    Pattern socket = Pattern.compile(SOCKET + state + " .*");
    Set<Integer> ports = new HashSet<>();
    for (String line : ask("cat /proc/net/tcp /proc/net/tcp6 2>/dev/null").lines()) {
      Matcher local = socket.matcher(line);
      if (local.matches()) {
        ports.add(Integer.parseInt(local.group(1), 16));
      }
    }
    return ports;
  }

  /** Prepares a server, which has a folder of its own there. */
  public RemoteServer server() throws IOException {
    return new RemoteServer(this);
  }
}
