package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.load.Footprint;
import tailgate.lab.process.Children;

/** The server is this JVM; its statistics are made up. */
@Tag("slow")
class FootprintProbeTest {

  @TempDir Path folder;

  private final Children children = new Children(Duration.ofSeconds(30));
  private final AtomicInteger silences = new AtomicInteger();
  private HttpServer stats;

  @BeforeEach
  void publish() throws IOException {
    stats = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    stats.createContext(
        "/stats",
        exchange -> {
          if (silences.getAndDecrement() > 0) {
            exchange.close();
            return;
          }
          byte[] body = "{\"connections\":{\"open\":3}}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    stats.start();
  }

  @AfterEach
  void stop() {
    stats.stop(0);
    children.close();
  }

  @Test
  void whatAJvmHoldsIsOnItsHeapAndInItsMemory() throws Exception {
    Path objects = folder.resolve("objects.txt");

    Footprint footprint = probe(Duration.ofSeconds(10)).read(3, objects, children);

    assertThat(footprint.connections()).isEqualTo(3);
    assertThat(footprint.liveBytes()).isGreaterThan(100_000);
    assertThat(objects).content().contains("java.lang.String");
    assertThat(Files.exists(Path.of("/proc/self/smaps_rollup")))
        .isEqualTo(footprint.residentKib() != null);
    if (footprint.residentKib() != null) {
      assertThat(footprint.residentKib() * 1_024).isGreaterThan(footprint.liveBytes());
    }
  }

  @Test
  void whatOnlyFillsHolesIsNotHeld() {
    assertThat(
            FootprintProbe.live(
                """
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:           998        6209968  [Ljdk.internal.vm.FillerElement; (java.base@25.0.3)
                   2:          1013        2124584  jdk.internal.vm.StackChunk (java.base@25.0.3)
                  10:             3             72  [B (java.base@21.0.8)
                  11:             1             16  jdk.internal.vm.FillerObject (java.base@25.0.3)
                Total          2015        8334640
                """))
        .isEqualTo(2_124_584 + 72);
  }

  @Test
  void aServerThatIsTooBusyToAnswerIsAskedAgain() throws Exception {
    silences.set(3);

    Footprint footprint =
        probe(Duration.ofSeconds(20)).read(3, folder.resolve("objects.txt"), children);

    assertThat(footprint.connections()).isEqualTo(3);
  }

  @Test
  void aServerThatDoesNotAnswerInTheEndIsNotRead() {
    silences.set(Integer.MAX_VALUE);

    assertThatThrownBy(() -> probe(Duration.ZERO).read(3, folder.resolve("objects.txt"), children))
        .hasMessage("the server should have 3 connections, and says nothing");
  }

  @Test
  void aServerWithOtherConnectionsIsNotRead() {
    Path objects = folder.resolve("objects.txt");

    assertThatThrownBy(() -> probe(Duration.ZERO).read(4, objects, children))
        .isInstanceOf(LabException.class)
        .hasMessage("the server should have 4 connections, and says 3");
    assertThat(objects).doesNotExist();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theKernelCountsTheConnectionsOfAServerWithoutStatistics() throws Exception {
    InetSocketAddress address = stats.getAddress();
    Ready server = new Ready(ProcessHandle.current().pid(), address.getPort(), Optional.empty());
    FootprintProbe probe = new FootprintProbe(server, Duration.ofSeconds(10));
    Path objects = folder.resolve("objects.txt");

    try (Socket one = new Socket(address.getAddress(), address.getPort());
        Socket other = new Socket(address.getAddress(), address.getPort())) {
      assertThat(List.of(one, other)).allMatch(Socket::isConnected);
      assertThat(probe.read(2, objects, children).connections()).isEqualTo(2);
    }
  }

  private FootprintProbe probe(Duration patience) {
    URI at = URI.create("http://127.0.0.1:" + stats.getAddress().getPort() + "/stats");
    return new FootprintProbe(
        new Ready(ProcessHandle.current().pid(), 1, Optional.of(at)), patience);
  }
}
