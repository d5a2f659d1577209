package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.server.ClassPath;
import tailgate.server.RawClient;

/** A process with few descriptors, and with more clients than those. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no ulimit")
final class DescriptorsProcessTest {

  private static final int LIMIT = 160;
  private static final int BIG = 3 << 20;

  /** A stage with all usual options. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      StageLauncher.main(new ProbeCommand(), arguments);
    }
  }

  @Test
  void idleClientsTakeNoDescriptorFromNewOnesFromFilesAndFromTheAdminPort(@TempDir Path root)
      throws Exception {
    Files.write(root.resolve("big.bin"), new byte[BIG]);
    Files.writeString(root.resolve("a.txt"), "alpha");
    Process server = start(root);
    List<RawClient> idle = new ArrayList<>();
    try (BufferedReader lines = server.inputReader()) {
      InetSocketAddress address = address(lines, " at ");
      InetSocketAddress admin = address(lines, "  admin ");
      for (int i = 0; i < LIMIT; i++) {
        idle.add(new RawClient(address));
      }
      try (RawClient late = new RawClient(address);
          RawClient health = new RawClient(admin)) {
        assertThat(health.get("/health/live").read().status()).isEqualTo(200);
        assertThat(late.get("/a.txt").read().text()).isEqualTo("alpha");
        late.get("/big.bin").readHead();
        late.readBytes(BIG);
      }
    } finally {
      for (RawClient each : idle) {
        each.close();
      }
      server.destroy();
      server.waitFor();
    }
    assertThat(Files.readString(root.resolve("errors")))
        .contains("no descriptor is left for one more")
        .doesNotContain("Too many open files");
  }

  private static Process start(Path root) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "ulimit -n " + LIMIT + " && exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ProcessesTest.SHORT_LIVED);
    command.addAll(List.of("-cp", ClassPath.ofThisTest(), Child.class.getName()));
    command.addAll(List.of("--root", root.toString(), "--port", "0", "--admin-port", "0"));
    return new ProcessBuilder(command).redirectError(root.resolve("errors").toFile()).start();
  }

  private static InetSocketAddress address(BufferedReader lines, String before) throws Exception {
    String line = lines.readLine();
    while (line != null && !line.contains(before)) {
      line = lines.readLine();
    }
    assertThat(line).contains(before);
    String port = line.substring(line.lastIndexOf(':') + 1).replace("/", "").strip();
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
  }
}
