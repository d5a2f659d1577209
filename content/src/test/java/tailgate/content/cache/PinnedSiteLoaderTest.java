package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.Answers;
import tailgate.content.FileHandler;
import tailgate.content.file.Compression;
import tailgate.content.file.FileReader;
import tailgate.content.site.Site;
import tailgate.http.Body;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;

/** A pinned site as a handler serves it. */
class PinnedSiteLoaderTest {

  private static final Duration REVALIDATE = Duration.ofSeconds(1);
  private static final CacheSettings SETTINGS =
      new CacheSettings(CacheMode.PINNED, 1 << 20, 1, 100_000, REVALIDATE);

  @TempDir Path root;

  private final InstantSource later = InstantSource.fixed(Instant.now().plusSeconds(3600));
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);

  @BeforeEach
  void makeSite() throws IOException {
    write("index.html", "home");
    write("a", "old");
  }

  @Test
  void readsEverythingAtTheStart() throws IOException {
    write("too-large", "x".repeat(100_001));
    FileHandler handler = handler(SETTINGS);

    assertThat(handler.cacheStatistics().loads()).as("/, /a and /index.html").isEqualTo(3);
    Response first = get(handler, "/a");
    assertThat(get(handler, "/a")).isSameAs(first);
    assertThat(Answers.content(get(handler, "/"))).isEqualTo("home");
    assertThat(get(handler, "/too-large").body()).isInstanceOf(Body.Transfer.class);
    assertThat(handler.cacheStatistics())
        .returns(3L, CacheStatistics::hits)
        .returns(1L, CacheStatistics::misses) // the one that is too large
        .returns(3L, CacheStatistics::loads)
        .returns(3L, CacheStatistics::entries);
  }

  @Test
  void servesWhatAppearsLaterAsWithoutACache() throws IOException {
    FileHandler handler = handler(SETTINGS);
    write("later", "x");
    write("large", "x".repeat(FileReader.DIRECT_FROM));

    assertThat(get(handler, "/later")).isNotSameAs(get(handler, "/later"));
    assertThat(Answers.content(get(handler, "/later"))).isEqualTo("x");
    assertThat(get(handler, "/large").body())
        .as("not memory that only the garbage collector frees, for each request")
        .isInstanceOf(Body.Transfer.class);
    assertThat(handler.cacheStatistics().entries()).isEqualTo(3);
  }

  @Test
  void noticesAChangeAndPinsWhatIsThereNow() throws IOException {
    FileHandler handler = handler(SETTINGS);
    get(handler, "/a");
    write("a", "newer");
    nanos.addAndGet(REVALIDATE.toNanos());

    Response changed = get(handler, "/a");
    assertThat(Answers.content(changed)).isEqualTo("newer");
    assertThat(get(handler, "/a")).isSameAs(changed);
    assertThat(handler.cacheStatistics().removals()).isEqualTo(1);
    assertThat(handler.cacheStatistics().entries()).isEqualTo(3);
  }

  @Test
  void noticesThatAFileIsGoneAndPinsItWhenItIsBack() throws IOException {
    FileHandler handler = handler(SETTINGS);
    Files.delete(root.resolve("a"));
    nanos.addAndGet(REVALIDATE.toNanos());

    assertThat(get(handler, "/a").status()).isEqualTo(Status.NOT_FOUND);
    assertThat(handler.cacheStatistics().entries()).isEqualTo(2);
    write("a", "back");
    assertThat(get(handler, "/a")).isSameAs(get(handler, "/a"));
    assertThat(Answers.content(get(handler, "/a"))).isEqualTo("back");
  }

  @Test
  void refusesASiteThatDoesNotFit() throws IOException {
    long needed = handler(SETTINGS).cacheStatistics().bytes();

    assertThat(handler(sized(needed)).cacheStatistics().entries()).isEqualTo(3);
    assertThatThrownBy(() -> handler(sized(needed - 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            String.format(
                Locale.ROOT,
                "the site needs %d bytes of memory, but the cache has only %d",
                needed,
                needed - 1));
  }

  @Test
  void startsAlthoughAFileCannotBeRead() throws IOException {
    Path file = root.resolve("a");
    boolean unreadable = file.toFile().setReadable(false) && !Files.isReadable(file);
    FileHandler handler = handler(SETTINGS);

    assertThat(handler.cacheStatistics().entries()).isEqualTo(unreadable ? 2 : 3);
    assertThat(handler.cacheStatistics().failedLoads()).isEqualTo(unreadable ? 1 : 0);
    assertThat(get(handler, "/a").status()).isEqualTo(unreadable ? Status.FORBIDDEN : Status.OK);
  }

  private static CacheSettings sized(long capacity) {
    return new CacheSettings(CacheMode.PINNED, capacity, 1, 100_000, REVALIDATE);
  }

  private FileHandler handler(CacheSettings settings) throws IOException {
    return new FileHandler(new Site(root), settings, Compression.DEFAULT, later, nanos::get);
  }

  private static Response get(FileHandler handler, String target) throws IOException {
    return handler.handle(Requests.get(target));
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(root.resolve(name), content);
  }
}
