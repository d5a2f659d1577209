package tailgate.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.Site;
import tailgate.http.DeferredResponse;
import tailgate.http.Request;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.FakeClock;

/** What is sent while the disk does not answer. Here the root is away, as of a lost mount. */
class FailingDiskTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();

  /** Long after the files were made, so that their fingerprints can be relied on. */
  private final InstantSource later = InstantSource.fixed(Instant.now().plusSeconds(3600));

  private Path root;
  private FileHandler handler;
  private SiteErrorPages pages;

  @BeforeEach
  void makeHandler() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    Files.createDirectory(root.resolve("folder"));
    Files.createDirectory(root.resolve("errors"));
    Files.writeString(root.resolve("errors/500.html"), "sorry");
    Files.writeString(root.resolve("kept"), "x");
    Files.writeString(root.resolve("other"), "x");
    Site site = new Site(root, later, clock).listed();
    handler = new FileHandler(site, CacheSettings.DEFAULT, Compression.DEFAULT, later, clock);
    pages = new SiteErrorPages(site, MediaTypes.STANDARD, SECOND, later, clock);
  }

  @Test
  void aFileInMemoryGoesOnBeingSent() throws Exception {
    Response kept = get("/kept");
    fail(true);

    for (int i = 1; i <= 10; i++) {
      clock.pass(SECOND);
      assertThat(get("/kept")).isSameAs(kept);
      assertThat(get("//kept")).as("by another spelling").isSameAs(kept);
      assertThat(handler.cacheStatistics().diskFailures()).isEqualTo(2L * i);
    }
    assertThat(handler.cacheStatistics().removals()).isZero();

    fail(false);
    clock.pass(SECOND);
    assertThat(get("/kept")).isSameAs(kept);
    Files.delete(root.resolve("kept"));
    clock.pass(SECOND);
    assertThat(get("/kept").status()).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void aFileInMemoryIsSentForABoundedTime() throws Exception {
    get("/kept");
    fail(true);

    clock.pass(Duration.ofMinutes(59));
    assertThat(get("/kept").status()).isEqualTo(Status.OK);
    clock.pass(Duration.ofMinutes(1));
    assertThatThrownBy(() -> get("/kept")).isInstanceOf(IOException.class);
    assertThat(handler.cacheStatistics().entries()).isZero();
  }

  @Test
  void theTimeBeginsAnewWhenTheDiskHasAnswered() throws Exception {
    get("/kept");
    for (int i = 0; i < 3; i++) {
      fail(true);
      clock.pass(Duration.ofMinutes(59));
      assertThat(get("/kept").status()).isEqualTo(Status.OK);
      fail(false);
      clock.pass(SECOND);
      assertThat(get("/kept").status()).isEqualTo(Status.OK);
    }
  }

  @Test
  void aFileThatIsNotInMemoryIsAnErrorAndNotMissing() throws Exception {
    fail(true);

    assertThatThrownBy(() -> get("/other")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get("/none")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get("/folder/")).isInstanceOf(IOException.class);
    assertThat(handler.cacheStatistics().diskFailures()).isEqualTo(3);

    fail(false);
    assertThat(get("/other").status()).isEqualTo(Status.OK);
    assertThat(get("/none").status()).isEqualTo(Status.NOT_FOUND);
    assertThat(get("/folder/").status()).isEqualTo(Status.OK);
  }

  @Test
  void theErrorKeepsItsPage() throws Exception {
    Response error = StatusPage.of(Status.INTERNAL_SERVER_ERROR);
    assertThat(Answers.content(pages.of(error))).isEqualTo("sorry");
    fail(true);
    clock.pass(SECOND);

    assertThat(Answers.content(pages.of(error))).isEqualTo("sorry");
  }

  private void fail(boolean fails) throws IOException {
    Path away = folder.resolve("away");
    Files.move(fails ? root : away, fails ? away : root);
  }

  private Response get(String target) throws Exception {
    Request request = Requests.get(target);
    Response response = handler.handle(request);
    return response instanceof DeferredResponse deferred ? deferred.await(request) : response;
  }
}
