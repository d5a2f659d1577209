package tailgate.lab.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.LabException;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;

/**
 * A network namespace for the load generator (network_namespaces(7)), and a line from there to the
 * servers, which stay where they are: a pair of virtual interfaces (veth(4)). Each end delays what
 * it sends by half of the line's delay and loses its share (tc-netem(8)).
 *
 * <pre>
 *   this machine's network                          the namespace
 *   server ── 198.18.x.1 tailgatePID ═════════ load 198.18.x.2 ── generator
 *   lab ── loopback ── admin port of the server
 * </pre>
 *
 * <p>The namespace has no name. It is that of a small process, whose input is a pipe from the lab.
 * However the lab ends, that process reads the end of its input and ends too, and the kernel
 * removes the namespace and both interfaces with the last process in it.
 *
 * <p>If packets can be lost, each has one segment, so that each is lost by itself, as on a wire.
 * Otherwise one can carry 64 KiB, as on loopback: a packet for each segment would cost the server
 * and the generator processor time that has nothing to do with them.
 *
 * <p>Confined to the thread of the lab.
 */
public final class LoadNamespace implements AutoCloseable {

  /** Ctrl-C goes to all processes of the terminal; this one ends when the lab says so. */
  private static final String HOLD = "trap '' INT; echo held; exec cat >/dev/null";

  private static final String HELD = "held";
  private static final Path KERNEL = Path.of("/proc/self/ns/net");
  private static final String ROOT = "0";

  /** The name of the interface in the namespace. */
  private static final String LOAD = "load";

  /** So many networks of four addresses are in 198.18.0.0/15; each lab has one of its own. */
  private static final int NETWORKS = 1 << 15;

  /** So many may be on the way; more would be lost. The default is 1,000. */
  private static final int MOST_PACKETS = 100_000;

  private final NetworkLine.Ends ends;
  private final String ours;
  private final Process holder;
  private final Children children;

  private LoadNamespace(NetworkLine line, Process holder, Children children) {
    long lab = ProcessHandle.current().pid();
    ours = "tailgate" + lab; // names have at most 15 characters, numbers of processes 7
    ends = new NetworkLine.Ends(line, address(lab, 1), prefix(holder.pid()));
    this.holder = holder;
    this.children = children;
  }

  /**
   * Makes it.
   *
   * @throws LabException if that is not possible here; says why in one line
   */
  public static LoadNamespace open(NetworkLine line, Children children)
      throws IOException, LabException, InterruptedException {
    check(line);
    Process holder =
        children.start(
            new ProcessBuilder("unshare", "--net", "sh", "-c", HOLD).redirectErrorStream(true));
    LoadNamespace namespace = new LoadNamespace(line, holder, children);
    try {
      namespace.awaitHolder();
      namespace.lay();
      return namespace;
    } catch (IOException | LabException | InterruptedException | RuntimeException | Error e) {
      namespace.close();
      throw e;
    }
  }

  private static void check(NetworkLine line) throws LabException, InterruptedException {
    if (!Files.exists(KERNEL)) {
      throw new LabException("--line needs network namespaces, and only Linux has them");
    }
    if (!Tool.output("id", "-u").equals(Optional.of(ROOT))) {
      throw new LabException("--line makes a network namespace, and only root may do that");
    }
    check("unshare", "util-linux");
    check("nsenter", "util-linux");
    check("ip", "iproute2");
    if (!line.isPlain()) {
      check("tc", "iproute2");
    }
  }

  private static void check(String tool, String itsPackage)
      throws LabException, InterruptedException {
    if (Tool.output("sh", "-c", "command -v \"$1\"", "sh", tool).isEmpty()) {
      throw new LabException(
          "--line needs the command %s, which is in the package %s".formatted(tool, itsPackage));
    }
  }

  private void awaitHolder() throws IOException, LabException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8));
    String first = Objects.requireNonNullElse(said.readLine(), "nothing was said");
    if (!first.equals(HELD)) {
      throw new LabException("--line cannot make a network namespace here: " + first);
    }
  }

  private void lay() throws LabException, InterruptedException {
    for (List<String> command :
        joined(ends.line(), ours, ProcessHandle.current().pid(), holder.pid())) {
      Optional<String> failure = Tool.failure(command);
      if (failure.isPresent()) {
        throw new LabException(
            "--line cannot be laid here: %s: %s"
                .formatted(String.join(" ", command), failure.get()));
      }
    }
    for (List<String> command : impaired(ends.line(), ours, holder.pid())) {
      Optional<String> failure = Tool.failure(command);
      if (failure.isPresent()) {
        throw new LabException(
            ("--line with a delay or a loss needs netem, which the kernel does not have or has not"
                    + " loaded (tc: %s); it may come with: modprobe sch_netem")
                .formatted(failure.get()));
      }
    }
  }

  /**
   * The commands that join this machine and the namespace.
   *
   * @param ours the name of the interface on this machine
   * @param lab the number of the process that they are for
   * @param held that of a process in the namespace
   */
  static List<List<String>> joined(NetworkLine line, String ours, long lab, long held) {
    String up = line.loss().isPresent() ? " gso_max_segs 1 up" : " up";
    List<List<String>> commands = new ArrayList<>();
    commands.add(
        words("ip link add %s type veth peer name %s netns %d".formatted(ours, LOAD, held)));
    commands.add(words("ip address add %s/30 dev %s".formatted(address(lab, 1), ours)));
    commands.add(words("ip link set dev " + ours + up));
    commands.add(there(held, "ip address add %s/30 dev %s".formatted(address(lab, 2), LOAD)));
    commands.add(there(held, "ip link set dev " + LOAD + up));
    commands.add(there(held, "ip link set dev lo up")); // a generator warms up there
    return commands;
  }

  /** Those that make the line worse, at both ends; none if it is plain. */
  static List<List<String>> impaired(NetworkLine line, String ours, long held) {
    if (line.isPlain()) {
      return List.of();
    }
    StringBuilder netem = new StringBuilder(" root netem limit ").append(MOST_PACKETS);
    if (!line.delay().isZero()) {
      netem.append(" delay ").append(Math.ceilDiv(line.delay().toNanos(), 2_000)).append("us");
    }
    if (line.loss().orElse(0) > 0) {
      netem.append(" loss ").append(line.loss().getAsDouble()).append('%');
    }
    String command = "tc qdisc add dev ";
    return List.of(words(command + ours + netem), there(held, command + LOAD + netem));
  }

  private static List<String> words(String command) {
    return List.of(command.split(" "));
  }

  private static List<String> there(long held, String command) {
    return Stream.concat(prefix(held).stream(), words(command).stream()).toList();
  }

  private static List<String> prefix(long held) {
    return List.of("nsenter", "--target", Long.toString(held), "--net");
  }

  /**
   * The address of an end, the first or the second of the four of a network. All are in
   * 198.18.0.0/15, which is for measurements of networks (RFC 2544, section C.2.2).
   */
  private static String address(long lab, int end) {
    long place = 4 * (lab % NETWORKS) + end;
    return "198.%d.%d.%d".formatted(18 + place / 65_536, place / 256 % 256, place % 256);
  }

  /** Its ends. */
  public NetworkLine.Ends ends() {
    return ends;
  }

  /** Removes it. What runs in it has ended. */
  @Override
  public void close() {
    try {
      // At once; the kernel would do it some time after the process has ended.
      Tool.failure(List.of("ip", "link", "delete", "dev", ours));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    children.stop(holder);
  }
}
