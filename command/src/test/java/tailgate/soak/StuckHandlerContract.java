package tailgate.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.server.RawClient;

/**
 * A stop that is out of time ends the process although its handlers are stuck. A real process,
 * because the threads of handlers must not keep the JVM.
 */
@Tag("slow")
public abstract class StuckHandlerContract {

  /** More than the stage has threads for handlers. */
  private static final int CLIENTS = 32;

  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder = Path.of("");

  /** The main class of the stage. */
  protected abstract Class<?> main();

  /** So that it has several threads that can be stuck, on any machine. */
  protected abstract List<String> options();

  /** How its handlers are stuck: {@code /spin} or {@code /wait}. */
  protected abstract String path();

  @Test
  void stuckHandlersDoNotHoldTheEnd() throws Exception {
    List<String> options = new ArrayList<>(options());
    options.addAll(List.of("--drain-timeout", "100ms", "--handler", StuckHandler.class.getName()));
    options.addAll(List.of("--handler-jar", emptyJar().toString()));
    List<RawClient> clients = new ArrayList<>();
    try (var server = ServerProcess.start(main(), folder, folder.resolve("log"), options)) {
      for (int i = 0; i < CLIENTS; i++) {
        RawClient client = new RawClient(server.address());
        clients.add(client);
        client.send("GET " + path() + " HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      server.terminate();

      assertThat(server.awaitExit(LONG)).isEqualTo(3);
      assertThat(server.printed())
          .contains("not all requests were answered within 100ms")
          .doesNotContain("by force");
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  /** The handler is on the class path; the option wants a jar nevertheless. */
  private Path emptyJar() throws IOException {
    Path jar = folder.resolve("empty.jar");
    new JarOutputStream(Files.newOutputStream(jar)).close();
    return jar;
  }
}
