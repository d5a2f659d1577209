package tailgate.lab.line;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.LabException;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Tool;

/**
 * The two ends of a line: their names, their addresses, and how to give commands there.
 *
 * @param lab the number of the process that the line is for
 * @param held that of a process in the namespace of the load
 */
record Ends(long lab, long held) {

  /** The name of the interface in the namespace. */
  static final String LOAD = "load";

  /** So many networks of four addresses are in 198.18.0.0/15; each lab has one of its own. */
  private static final int NETWORKS = 1 << 15;

  /** Returns the name of the interface on the servers' side. */
  String serverEnd() {
    return "tailgate" + lab; // names have at most 15 characters, numbers of processes 7
  }

  String ourAddress() {
    return address(1);
  }

  String loadAddress() {
    return address(2);
  }

  /**
   * Returns the address of an end, the first or the second of the four of a network. All are in
   * 198.18.0.0/15, which is for measurements of networks (RFC 2544, section C.2.2).
   */
  private String address(int end) {
    long place = 4 * (lab % NETWORKS) + end;
    return format("198.%d.%d.%d", 18 + place / 65_536, place / 256 % 256, place % 256);
  }

  /** Returns the beginning of a command that runs in the namespace. */
  List<String> inNamespace() {
    return List.of("nsenter", "--target", Long.toString(held), "--net");
  }

  /**
   * Returns the commands that give both ends their addresses and make them work.
   *
   * @param settings of both interfaces, in the words of ip-link(8)
   */
  List<List<String>> up(String settings) {
    return List.of(
        outside("ip address add %s/30 dev %s".formatted(ourAddress(), serverEnd())),
        outside("ip link set dev %s %sup".formatted(serverEnd(), settings)),
        inside("ip address add %s/30 dev %s".formatted(loadAddress(), LOAD)),
        inside("ip link set dev %s %sup".formatted(LOAD, settings)),
        inside("ip link set dev lo up")); // a generator warms up there
  }

  List<String> outside(String command) {
    return List.of(command.split(" "));
  }

  List<String> inside(String command) {
    return Stream.concat(inNamespace().stream(), outside(command).stream()).toList();
  }

  /**
   * Runs commands that make interfaces.
   *
   * @throws LabException if one fails
   */
  static void lay(List<List<String>> commands) throws LabException, InterruptedException {
    for (List<String> command : commands) {
      Optional<String> failure = Tool.failure(command);
      if (failure.isPresent()) {
        throw new LabException(
            "--line cannot be laid here: %s: %s"
                .formatted(String.join(" ", command), failure.get()));
      }
    }
  }

  /** Whether each packet is lost by itself, so that it may be no larger than on a wire. */
  static boolean losesPackets(NetworkLine line) {
    return line.loss().isPresent();
  }
}
