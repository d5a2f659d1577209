package tailgate.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.server.RawClient;

/**
 * A server that the system grants no further thread hears a signal, and answers at its admin port.
 * A real process in a control group, so this needs Linux, and its root.
 */
@Tag("slow")
public abstract class ThreadLimitContract {

  /** More than it takes to use up what the server has held back. */
  private static final int CLIENTS = 8 + Runtime.getRuntime().availableProcessors();

  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder = Path.of("");

  /** The main class of the stage. */
  protected abstract Class<?> main();

  /** So that it needs more threads for the clients than it has at the start. */
  protected abstract List<String> options();

  @Test
  void aStopIsHeardWithoutAFurtherThread() throws Exception {
    Path group = group();
    assumeTrue(Files.exists(group.resolve("pids.max")), "no control group can be made");
    List<RawClient> clients = new ArrayList<>();
    try (var server = ServerProcess.start(main(), folder, folder.resolve("log"), options())) {
      Files.writeString(group.resolve("cgroup.procs"), "" + server.pid());
      Files.writeString(
          group.resolve("pids.max"), Files.readString(group.resolve("pids.current")).strip());
      await().until(() -> server.printed().contains("no further thread"));
      for (int i = 0; i < CLIENTS; i++) {
        RawClient client = new RawClient(server.address());
        clients.add(client);
        client.send("GET /none HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      for (RawClient client : clients) {
        assertThat(client.read().status()).isIn(404, 503);
      }
      for (String page : List.of("/stats", "/health/live")) {
        try (var admin = new RawClient(server.adminAddress())) {
          admin.send("GET " + page + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
          assertThat(admin.read().status()).isEqualTo(200);
        }
      }

      server.terminate();

      assertThat(server.awaitExit(LONG)).isZero();
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
      await().ignoreExceptions().untilAsserted(() -> Files.deleteIfExists(group));
    }
  }

  /** A new one, in which threads can be limited; a path that does not exist if there is none. */
  private static Path group() {
    return Stream.of("/sys/fs/cgroup/pids", "/sys/fs/cgroup") // version 1, version 2
        .map(parent -> Path.of(parent, "tailgate-test-" + ProcessHandle.current().pid()))
        .filter(ThreadLimitContract::isMade)
        .findFirst()
        .orElse(Path.of("none"));
  }

  private static boolean isMade(Path group) {
    try {
      Files.createDirectory(group);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
