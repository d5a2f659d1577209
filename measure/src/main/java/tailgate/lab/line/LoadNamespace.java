package tailgate.lab.line;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.LineUse;
import tailgate.lab.machine.LaidLine;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;

/**
 * A network namespace for the load generator (network_namespaces(7)), and a line from there to the
 * servers, which stay where they are.
 *
 * <pre>
 *   this machine's network                          the namespace
 *   server ── 198.18.x.1 tailgatePID ═════════ load 198.18.x.2 ── generator
 *   lab ── loopback ── admin port of the server
 * </pre>
 *
 * <p>The line is a {@link KernelLine} where the kernel has netem, and a {@link RelayedLine} where
 * it has not.
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
public final class LoadNamespace implements LaidLine, AutoCloseable {

  /** Ctrl-C goes to all processes of the terminal; this one ends when the lab says so. */
  private static final String HOLD = "trap '' INT; echo held; exec cat >/dev/null";

  private static final String HELD = "held";
  private static final Path KERNEL = Path.of("/proc/self/ns/net");
  private static final String ROOT = "0";

  private final Ends ends;
  private final Process holder;
  private final Children children;
  private final Way way;

  private NetworkLine now;

  private LoadNamespace(NetworkLine line, Ends ends, Way way, Process holder, Children children) {
    now = line;
    this.ends = ends;
    this.way = way;
    this.holder = holder;
    this.children = children;
  }

  /**
   * Makes the namespace and the line.
   *
   * @throws LabException if that is not possible here; says why in one line
   */
  public static LoadNamespace open(NetworkLine line, Children children)
      throws IOException, LabException, InterruptedException {
    check();
    Process holder =
        children.start(
            new ProcessBuilder("unshare", "--net", "sh", "-c", HOLD).redirectErrorStream(true));
    boolean done = false;
    try {
      awaitHolder(holder);
      Ends ends = new Ends(ProcessHandle.current().pid(), holder.pid());
      LoadNamespace namespace = new LoadNamespace(line, ends, lay(ends, line), holder, children);
      done = true;
      return namespace;
    } finally {
      if (!done) {
        children.stop(holder);
      }
    }
  }

  private static Way lay(Ends ends, NetworkLine line)
      throws IOException, LabException, InterruptedException {
    KernelLine byKernel = new KernelLine(ends);
    Optional<String> lacking = byKernel.lay(line);
    return lacking.isEmpty() ? byKernel : RelayedLine.lay(ends, line, lacking.get());
  }

  private static void check() throws LabException, InterruptedException {
    if (!Files.exists(KERNEL)) {
      throw new LabException("--line needs network namespaces, and only Linux has them");
    }
    if (!Tool.output("id", "-u").equals(Optional.of(ROOT))) {
      throw new LabException("--line makes a network namespace, and only root may do that");
    }
    check("unshare", "util-linux");
    check("nsenter", "util-linux");
    check("ip", "iproute2");
  }

  private static void check(String tool, String packageName)
      throws LabException, InterruptedException {
    if (Tool.output("sh", "-c", "command -v \"$1\"", "sh", tool).isEmpty()) {
      throw new LabException(
          "--line needs the command %s, which is in the package %s".formatted(tool, packageName));
    }
  }

  private static void awaitHolder(Process holder) throws IOException, LabException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8));
    String first = Objects.requireNonNullElse(said.readLine(), "nothing was said");
    if (!first.equals(HELD)) {
      throw new LabException("--line cannot make a network namespace here: " + first);
    }
  }

  @Override
  public NetworkLine now() {
    return now;
  }

  @Override
  public String host() {
    return ends.ourAddress();
  }

  @Override
  public List<String> prefix() {
    return ends.inNamespace();
  }

  @Override
  public void change(NetworkLine to) throws LabException, InterruptedException {
    way.change(to);
    now = to;
  }

  @Override
  public Optional<LineUse> use() {
    return way.use();
  }

  /** Removes the namespace. What ran in it has ended. */
  @Override
  public void close() {
    try {
      // At once; the kernel would do it some time after the process has ended.
      way.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    children.stop(holder);
  }

  @Override
  public String toString() {
    return now + ", " + way;
  }
}
