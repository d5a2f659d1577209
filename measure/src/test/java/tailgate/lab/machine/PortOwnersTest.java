package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PortOwnersTest {

  @TempDir Path proc;

  @Test
  @EnabledOnOs(OS.LINUX)
  void findsThisProcess() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
      assertThat(PortOwners.ON_THIS_MACHINE.of(port)).contains(ProcessHandle.current().pid());
    }
    assertThat(PortOwners.ON_THIS_MACHINE.of(port)).isEmpty();
  }

  @Test
  void whoHasAConnectionOfThatPortDoesNotListen() throws Exception {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(
        proc.resolve("net/tcp"),
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F4A 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 107 1
        1001: 0100007F:1F4A 0100007F:46A1 01 00000000:00000000 00:00000000 00000000     0        0 108 1
        """);
    has("41", "107");
    has("42", "108");

    assertThat(new PortOwners(proc).of(8_010)).containsExactly(41L);
    assertThat(new PortOwners(proc).of(8_011)).isEmpty();
  }

  @Test
  void aConnectionIsOpenUntilTheServerHasClosedIt() throws Exception {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(
        proc.resolve("net/tcp"),
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F4A 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 107 1
           1: 0100007F:1F4A 0100007F:46A1 01 00000000:00000000 00:00000000 00000000     0        0 108 1
           2: 0100007F:1F4A 0100007F:46A2 08 00000000:00000000 00:00000000 00000000     0        0 109 1
           3: 0100007F:1F4A 0100007F:46A3 06 00000000:00000000 00:00000000 00000000     0        0 0 1
           4: 0100007F:46A1 0100007F:1F4A 01 00000000:00000000 00:00000000 00000000     0        0 110 1
        """);

    assertThat(new PortOwners(proc).connections(8_010)).isEqualTo(2);
    assertThat(new PortOwners(proc).connections(8_011)).isZero();
  }

  @Test
  void anotherSystemDoesNotSay() {
    assertThat(new PortOwners(proc).of(80)).isEmpty();
  }

  private void has(String process, String inode) throws Exception {
    Path descriptors = Files.createDirectories(proc.resolve(process).resolve("fd"));
    Files.createSymbolicLink(descriptors.resolve("5"), Path.of("socket:[" + inode + "]"));
  }
}
