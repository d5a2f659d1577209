package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.content.TestSite;
import tailgate.http.Handler;
import tailgate.server.observe.ServerCounters.ServerEvent;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

final class RepeatingClientTest {

  private static final int ROUNDS = 100;

  @TempDir Path root;

  private final AtomicInteger requests = new AtomicInteger();

  @ParameterizedTest
  @CsvSource({"true, 1", "false, 101"})
  void asksAgainAndAgainOnAsFewConnectionsAsItMay(boolean keepAlive, int connections)
      throws Exception {
    Files.write(root.resolve("a.bin"), new byte[1 << 10]);
    try (TestServer server = serve(keepAlive);
        var client = new RepeatingClient(server.server().address(), "/a.bin")) {
      for (int i = 0; i < ROUNDS; i++) {
        assertThat(client.get()).isGreaterThan(1 << 10);
      }
      assertThat(server.server().counters().events(ServerEvent.ACCEPTED)).isEqualTo(connections);
      assertThat(requests.get()).isEqualTo(ROUNDS + 1);
    }
  }

  @Test
  void takesNothingElseForAnAnswer() throws Exception {
    try (TestServer server = serve(true)) {
      assertThatThrownBy(() -> new RepeatingClient(server.server().address(), "/none"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("404");
    }
  }

  @Test
  void noticesWhenTheAnswerIsAnotherOne() throws Exception {
    Path file = Files.write(root.resolve("a.bin"), new byte[1 << 10]);
    var stage = new Stage("test", Dispatch.REQUEST, true, 1, "", new DirectExecutor());
    try (TestServer server =
            TestServer.start(
                stage, TestServer.config(), request -> TestSite.files(root).handle(request));
        var client = new RepeatingClient(server.server().address(), "/a.bin")) {
      client.get();
      Files.write(file, new byte[1 << 11]); // no handler remembers the old one
      assertThatThrownBy(client::get).isInstanceOf(IOException.class);
    }
  }

  private TestServer serve(boolean keepAlive) {
    var stage = new Stage("test", Dispatch.REQUEST, keepAlive, 1, "", new DirectExecutor());
    Handler files = TestSite.files(root);
    return TestServer.start(
        stage,
        TestServer.config(),
        request -> {
          requests.incrementAndGet();
          return files.handle(request);
        });
  }
}
