package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.Reader;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A server that restarts finds its port free, whatever else asks this machine for ports. */
final class PortsTest {

  @Test
  void givesAPortOnce() throws Exception {
    Set<Integer> ports = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      assertThat(ports.add(Ports.free())).isTrue();
    }
  }

  @Test
  void passesOverOneThatIsTaken() throws Exception {
    int next = next(Ports.free());
    try (var taken = new ServerSocket()) {
      try {
        taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), next));
      } catch (BindException e) {
        // somebody else has it: as good
      }
      assertThat(Ports.free()).isNotEqualTo(next);
    }
  }

  @Test
  void givesAnotherOne() throws Exception {
    int next = next(Ports.free());

    assertThat(Ports.otherThan(next)).isNotEqualTo(next);
  }

  private static int next(int port) {
    return Ports.FIRST + (port + 1 - Ports.FIRST) % Ports.COUNT;
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void givesNoneThatTheSystemGives() throws Exception {
    Path range = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    int first;
    try (Reader in = Files.newBufferedReader(range); // the kernel gives it in one read only
        Scanner scanner = new Scanner(in)) {
      first = scanner.nextInt();
    }
    assumeThat(first).as("the usual").isEqualTo(32_768);
    assertThat(Ports.free()).isBetween(Ports.FIRST, first - 1);
  }
}
