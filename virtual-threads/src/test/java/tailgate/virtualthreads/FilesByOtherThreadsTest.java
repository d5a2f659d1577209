package tailgate.virtualthreads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.content.FileHandler;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.site.FileThreads;
import tailgate.content.site.Site;
import tailgate.server.RawClient;
import tailgate.server.TestServer;
import tailgate.server.Wire;
import tailgate.server.stage.Dispatch;

/** Files that {@code --file-threads} reads arrive as all others do. */
final class FilesByOtherThreadsTest {

  /** Too large for the cache. */
  private static final String LARGE = "0123456789abcdef".repeat(100_000);

  @TempDir Path root;

  @ParameterizedTest
  @EnumSource
  void arriveWholeAndInPart(Dispatch dispatch) throws Exception {
    Files.writeString(root.resolve("large"), LARGE);
    Files.writeString(root.resolve("small"), "small");
    try (FileThreads threads = FileThreads.of(1);
        TestServer server =
            TestServer.start(
                TestServer.with(new Main().stage(), dispatch, true),
                TestServer.config(),
                new FileHandler(
                    new Site(root).readBy(threads),
                    CacheSettings.DEFAULT,
                    Compression.DEFAULT,
                    InstantSource.system(),
                    System::nanoTime));
        RawClient client = server.connect()) {
      assertThat(client.get("/small").read().text()).isEqualTo("small");
      assertThat(client.get("/large").read().text()).isEqualTo(LARGE);
      client.send(
          Wire.lines(
              """
              GET /large HTTP/1.1
              Host: test
              Range: bytes=400000-499999

              """));
      assertThat(client.read().text()).isEqualTo(LARGE.substring(400_000, 500_000));
      assertThat(client.get("/none").read().status()).isEqualTo(404);
    }
  }
}
