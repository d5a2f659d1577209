package tailgate.lab.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.machine.PortOwners;
import tailgate.lab.machine.Ports;
import tailgate.lab.monitor.WatchedServer;

/**
 * Where a server is that is ready for its load, and how it can be watched.
 *
 * @param host the address at which the stage listens
 * @param stats the address of its statistics; empty if it has none that are known
 * @param processes the numbers of all that belong to it; empty if it is the only one
 * @param elsewhere what is seen of it if it is on another machine; empty if it is on this one
 */
public record Ready(
    long pid,
    String host,
    int port,
    Optional<URI> stats,
    Optional<Supplier<Set<Long>>> processes,
    Optional<WatchedServer> elsewhere) {

  /** A server on the loopback address of this machine. */
  public Ready(long pid, int port, Optional<URI> stats, Optional<Supplier<Set<Long>>> processes) {
    this(pid, Ports.HOST, port, stats, processes, Optional.empty());
  }

  /** A server that is one process. */
  public Ready(long pid, String host, int port, Optional<URI> stats) {
    this(pid, host, port, stats, Optional.empty(), Optional.empty());
  }

  /** A server that is one process on the loopback address. */
  public Ready(long pid, int port, Optional<URI> stats) {
    this(pid, Ports.HOST, port, stats);
  }

  /** Returns the process that listens, as a generator takes it, if it is one of this machine. */
  String listener() {
    Set<Long> all = elsewhere.isPresent() ? Set.of() : PortOwners.ON_THIS_MACHINE.of(port);
    return Long.toString(all.size() == 1 ? all.iterator().next() : Generator.ELSEWHERE);
  }

  WatchedServer watched() {
    return elsewhere.orElseGet(() -> new WatchedServer.Here(pid));
  }

  /** Whether the kernel says what the server uses. */
  boolean isWatchable() {
    return elsewhere.isPresent() || Files.exists(Path.of("/proc/self/stat"));
  }

  /**
   * Returns how many connections are open: what the server says, or else the kernel.
   *
   * @throws IOException if the server is too busy to say it
   */
  long openConnections() throws IOException {
    JsonNode said = stats.isPresent() ? Pulse.OfStage.ask(stats.get()) : MissingNode.getInstance();
    JsonNode open = said.at("/connections/open");
    return open.isMissingNode() ? PortOwners.ON_THIS_MACHINE.connections(port) : open.asLong();
  }

  /**
   * Whether the server still runs.
   *
   * @throws IOException if its machine does not answer
   */
  boolean isAlive() throws IOException {
    return elsewhere.isPresent()
        ? !elsewhere.get().stat().lines(pid + "/stat").isEmpty()
        : ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
