package tailgate.content;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.cache.CacheMode;
import tailgate.content.cache.CacheSettings;
import tailgate.content.cache.CacheStatistics;
import tailgate.content.cache.SomeSettings;
import tailgate.content.file.Compression;
import tailgate.content.file.FileReader;
import tailgate.content.site.Site;
import tailgate.http.Body;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;

/** What a handler keeps in memory, and for how long that is fresh. */
class FileHandlerCacheTest {

  private static final int LARGEST = 100_000;
  private static final Duration REVALIDATE = Duration.ofSeconds(1);

  @TempDir Path root;

  /** Long after the files were made, so that their fingerprints can be relied on. */
  private final InstantSource later = InstantSource.fixed(Instant.now().plusSeconds(3600));

  private final AtomicLong nanos =
      new AtomicLong(Long.MAX_VALUE - 1); // it may overflow at any time
  private FileHandler handler;

  @BeforeEach
  void makeHandler() throws IOException {
    handler = handler(SomeSettings.of(1 << 20, LARGEST, REVALIDATE));
  }

  @Test
  void keepsAFileUnderItsCanonicalSpelling() throws IOException {
    write("a b", "x");
    Response first = get("/a%20b");

    assertThat(get("/a%20b")).isSameAs(first);
    assertThat(get("//./%61%20b?q")).isSameAs(first);
  }

  @Test
  void keepsTheIndexOfAFolder() throws IOException {
    write("index.html", "x");

    assertThat(get("/")).isSameAs(get("/")).isSameAs(get("http://host"));
  }

  @Test
  void aFileIsFreshUntilTheIntervalIsOver() throws IOException {
    write("a", "old");
    Response old = get("/a");
    write("a", "new");

    pass(REVALIDATE.dividedBy(2).minusNanos(1));
    assertThat(get("/a")).isSameAs(old);
    pass(Duration.ofNanos(1));
    assertThat(Answers.content(get("/a"))).isEqualTo("new");
  }

  @Test
  void goesOnWithAFileThatIsUnchanged() throws IOException {
    write("a", "x");
    Response response = get("/a");

    for (int i = 0; i < 10; i++) {
      pass(REVALIDATE);
      assertThat(get("/a")).isSameAs(response);
    }
  }

  interface Change {
    void make(Path file) throws IOException;
  }

  private void noticesChange(Change change, String content) throws IOException {
    Path file = write("a", "old");
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    get("/a");

    change.make(file);
    pass(REVALIDATE);

    assertThat(Answers.content(get("/a"))).isEqualTo(content);
    assertThat(get("/a")).as("kept again").isSameAs(get("/a"));
  }

  @Test
  void noticesThatAFileWasWritten() throws IOException {
    noticesChange(file -> Files.writeString(file, "new"), "new");
  }

  @Test
  void noticesThatAFileHasGrown() throws IOException {
    noticesChange(file -> Files.writeString(file, "er", StandardOpenOption.APPEND), "older");
  }

  @Test
  void noticesThatAFileHasShrunk() throws IOException {
    noticesChange(file -> Files.writeString(file, ""), "");
  }

  /** As reproducible builds do, which give all files one time. */
  @Test
  void noticesAnotherFileOfTheSameSizeAndTime() throws IOException {
    noticesChange(
        file -> {
          Path other = Files.writeString(root.resolve("other"), "new");
          Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));
          Files.move(other, file, REPLACE_EXISTING);
        },
        "new");
  }

  /** As copies do that keep the time and write into the file that is there. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Java does not tell the time of change there")
  void noticesNewContentOfTheSameSizeAndTime() throws IOException {
    noticesChange(
        file -> {
          Files.writeString(file, "new");
          Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        },
        "new");
  }

  @Test
  void noticesThatAFileIsGoneAndBack() throws IOException {
    Path file = write("a", "old");
    get("/a");
    Files.delete(file);
    pass(REVALIDATE);

    assertThat(get("/a").status()).isEqualTo(Status.NOT_FOUND);
    assertThat(get("//a").status()).isEqualTo(Status.NOT_FOUND);
    Files.createDirectory(file);
    assertThat(get("/a").status()).isEqualTo(Status.MOVED_PERMANENTLY);
    Files.delete(file);
    write("a", "new");
    assertThat(Answers.content(get("/a"))).isEqualTo("new");
  }

  @Test
  void readsAFileAgainThatMayHaveChangedUnseen() throws IOException {
    Path file = write("a", "x");
    handler =
        new FileHandler(
            new Site(root),
            SomeSettings.of(mode()),
            Compression.DEFAULT,
            InstantSource.fixed(Files.getLastModifiedTime(file).toInstant().plusSeconds(1)),
            nanos::get);
    Response first = get("/a");

    assertThat(get("/a")).isSameAs(first);
    assertThat(get("//a")).isSameAs(first);
    pass(REVALIDATE);
    assertThat(get("//a")).isNotSameAs(first);
  }

  @Test
  void asksTheDiskEachTimeIfToldSo() throws IOException {
    handler = handler(SomeSettings.of(1 << 20, LARGEST, Duration.ZERO));
    write("a", "old");
    Response old = get("/a");

    assertThat(get("/a")).isSameAs(old);
    write("a", "new");
    assertThat(Answers.content(get("/a"))).isEqualTo("new");
  }

  @Test
  void keepsFilesUpToTheLimitWhicheverTheirSize() throws IOException {
    write("empty", "");
    write("direct", "x".repeat(FileReader.DIRECT_FROM));
    write("largest", "x".repeat(LARGEST));

    for (String path : new String[] {"/empty", "/direct", "/largest"}) {
      assertThat(get(path)).as(path).isSameAs(get(path));
    }
    assertThat(Answers.content(get("/empty"))).isEmpty();
    assertThat(Answers.content(get("/largest"))).isEqualTo("x".repeat(LARGEST));
  }

  @Test
  void movesALargerFileFromTheDisk() throws IOException {
    write("a", "x".repeat(LARGEST + 1));

    Response response = get("/a");

    assertThat(get("/a")).isNotSameAs(response);
    assertThat(Answers.content(response)).isEqualTo("x".repeat(LARGEST + 1));
    var transfer = (Body.Transfer) response.body();
    assertThatThrownBy(() -> transfer.transferTo(0, 1, Channels.newChannel(System.out)))
        .isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void keepsNothingWithoutACache() throws IOException {
    handler = handler(SomeSettings.of(0, LARGEST, REVALIDATE));
    write("a", "old");
    write("large", "x".repeat(FileReader.DIRECT_FROM));

    assertThat(Answers.content(get("/a"))).isEqualTo("old");
    write("a", "new");
    assertThat(Answers.content(get("/a"))).isEqualTo("new");
    assertThat(get("/large").body())
        .as("not memory that only the garbage collector frees, for each request")
        .isInstanceOf(Body.Transfer.class);
  }

  @Test
  void doesNotReadIntoMemoryWhatTheCacheCannotHold() throws IOException {
    handler = handler(SomeSettings.of(20_000, LARGEST, REVALIDATE));
    write("a", "x".repeat(20_000));

    assertThat(get("/a").body()).isInstanceOf(Body.Transfer.class);
  }

  @Test
  void countsOneLookupForOneRequest() throws IOException {
    write("a", "x");
    get("/a"); // misses
    get("/a");
    get("//a");
    pass(REVALIDATE);
    get("/a");
    get("/nothing"); // is neither
    get("/..");

    assertThat(handler.cacheStatistics())
        .returns(1L, CacheStatistics::misses)
        .returns(1L, CacheStatistics::loads)
        .returns(3L, CacheStatistics::hits)
        .returns(1L, CacheStatistics::entries);
  }

  CacheMode mode() {
    return CacheMode.CAFFEINE;
  }

  private FileHandler handler(CacheSettings settings) throws IOException {
    return new FileHandler(
        new Site(root),
        SomeSettings.with(settings, mode()),
        Compression.DEFAULT,
        later,
        nanos::get);
  }

  @Test
  void countsAMissForAFileThatGoesFromTheDisk() throws IOException {
    write("large", "x".repeat(LARGEST + 1));

    Answers.content(get("/large"));

    assertThat(handler.cacheStatistics().misses()).isEqualTo(1);
    assertThat(handler.cacheStatistics().entries()).isZero();
  }

  private Response get(String target) throws IOException {
    return handler.handle(Requests.get(target));
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(root.resolve(name), content);
  }
}
