package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the processes that listen on a port of this machine, and counts its connections; see
 * proc_net(5) and proc_pid_fd(5). Processes of other users cannot be found.
 *
 * @param proc {@code /proc}, except in tests
 */
public record PortOwners(Path proc) {

  public static final PortOwners ON_THIS_MACHINE = new PortOwners(Path.of("/proc"));

  /** Indices of the fields of a line of {@code net/tcp}. */
  private static final int LOCAL = 1;

  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final Set<String> LISTEN = Set.of("0A");

  /** Established, or closed by the client alone: the server still has it. */
  private static final Set<String> OPEN = Set.of("01", "08");

  /** Returns the numbers of the processes; none if nobody listens, or the kernel does not say. */
  public Set<Long> of(int port) {
    List<String> sockets = sockets(port, LISTEN);
    Set<Long> owners = new TreeSet<>();
    if (!sockets.isEmpty()) {
      list(proc).stream()
          .filter(folder -> folder.getFileName().toString().matches("\\d+"))
          .filter(folder -> hasAny(folder.resolve("fd"), sockets))
          .forEach(folder -> owners.add(Long.valueOf(folder.getFileName().toString())));
    }
    return owners;
  }

  /** Returns how many connections to the port are open; 0 if the kernel does not say. */
  public int connections(int port) {
    return sockets(port, OPEN).size();
  }

  /** Returns the sockets with this local port in one of the states. */
  private List<String> sockets(int port, Set<String> states) {
    List<String> sockets = new ArrayList<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      for (String line : KernelFile.lines(proc.resolve(table))) {
        String[] fields = line.strip().split(" +", -1);
        if (fields.length > INODE
            && states.contains(fields[STATE])
            && fields[LOCAL].endsWith(format(":%04X", port))) {
          sockets.add("socket:[" + fields[INODE] + "]");
        }
      }
    }
    return sockets;
  }

  private static boolean hasAny(Path descriptors, List<String> sockets) {
    return list(descriptors).stream()
        .anyMatch(descriptor -> target(descriptor).filter(sockets::contains).isPresent());
  }

  private static Optional<String> target(Path link) {
    try {
      return Optional.of(Files.readSymbolicLink(link).toString());
    } catch (IOException e) {
      return Optional.empty(); // closed meanwhile
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // of another user, or ended
    }
  }
}
