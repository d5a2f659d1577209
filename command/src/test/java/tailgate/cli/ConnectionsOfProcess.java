package tailgate.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The TCP connections of another process, as Linux shows them in /proc. */
final class ConnectionsOfProcess {

  private ConnectionsOfProcess() {}

  /** The ports of the clients that are connected with this process over IPv4, at this port. */
  static Set<Integer> clientPorts(long pid, int port) throws IOException {
    Set<String> inodes = socketInodes(pid);
    try (Stream<String> lines = Files.lines(Path.of("/proc/net/tcp"))) {
      return lines
          .skip(1)
          .map(line -> line.strip().split(" +"))
          .filter(columns -> inodes.contains(columns[9]) && port(columns[1]) == port)
          .map(columns -> port(columns[2]))
          .collect(Collectors.toSet());
    }
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
  }

  private static Set<String> socketInodes(long pid) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc", "" + pid, "fd"))) {
      return descriptors
          .map(ConnectionsOfProcess::target)
          .filter(target -> target.startsWith("socket:["))
          .map(target -> target.substring("socket:[".length(), target.length() - 1))
          .collect(Collectors.toSet());
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }
}
