package tailgate.content;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.Site;
import tailgate.http.Body;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;

class SiteErrorPagesTest {

  private static final Duration REVALIDATE = Duration.ofSeconds(1);
  private static final Response NOT_FOUND = StatusPage.of(Status.NOT_FOUND);

  @TempDir Path folder;
  private Path root;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // may overflow at any time

  /** Long after the files were made, so that their fingerprints can be relied on. */
  private Instant now = Instant.now().plusSeconds(3600);

  private SiteErrorPages pages;

  @BeforeEach
  void makePages() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    Files.createDirectory(root.resolve("errors"));
    InstantSource clock = () -> now;
    pages = new SiteErrorPages(new Site(root), MediaTypes.STANDARD, REVALIDATE, clock, nanos::get);
  }

  @Test
  void anErrorHasTheContentOfItsPageAndNothingElseOfAFile() throws IOException {
    write("404.html", "<p>Gone fishing.");

    Response response = pages.of(NOT_FOUND);

    assertThat(Answers.head(response))
        .isEqualTo(
            """
            HTTP/1.1 404 Not Found\r
            Content-Type: text/html; charset=utf-8\r
            X-Content-Type-Options: nosniff\r
            Content-Length: 16\r
            Date: Wed, 20 Nov 2126 12:00:00 GMT\r
            \r
            """);
    assertThat(Answers.content(response)).isEqualTo("<p>Gone fishing.");
  }

  @Test
  void anErrorWithoutAPageStaysAsItIs() throws IOException {
    write("500.html", "another's");
    Files.createDirectory(root.resolve("errors/404.html"));

    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);
  }

  @Test
  void everyErrorMayHaveAPage() throws IOException {
    for (Status status : Status.values()) {
      write(status.code() + ".html", "page " + status.code());
    }

    for (Status status : Status.values()) {
      if (!status.hasNoContent()) {
        assertThat(Answers.content(pages.of(StatusPage.of(status))))
            .isEqualTo(status.isError() ? "page " + status.code() : builtIn(status));
      }
    }
  }

  @Test
  void fieldsOfTheErrorStay() throws IOException {
    write("405.html", "no");
    Response error = Response.status(Status.METHOD_NOT_ALLOWED).field("Allow", "GET").text("405\n");

    assertThat(Answers.head(pages.of(error))).contains("\r\nAllow: GET\r\n");
  }

  @Test
  void anEmptyPageIsAPage() throws IOException {
    write("404.html", "");

    assertThat(Answers.head(pages.of(NOT_FOUND))).contains("\r\nContent-Length: 0\r\n");
  }

  @Test
  void whatIsStreamedStaysAsItIs() throws IOException {
    write("500.html", "a page");
    Response streamed = Response.status(Status.INTERNAL_SERVER_ERROR).body(new Streamed());

    assertThat(pages.of(streamed)).isSameAs(streamed);
  }

  // ---- freshness

  @Test
  void theDiskIsAskedOnceInAnInterval() throws IOException {
    write("404.html", "old");
    assertThat(notFound()).isEqualTo("old");
    write("404.html", "newer");
    pass(REVALIDATE.minusNanos(1));
    assertThat(notFound()).as("in memory").isEqualTo("old");

    pass(Duration.ofNanos(1));
    assertThat(notFound()).isEqualTo("newer");
  }

  @Test
  void aPageThatComesOrGoesIsNoticedInAnInterval() throws IOException {
    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);
    Path page = write("404.html", "here");
    assertThat(pages.of(NOT_FOUND)).as("previous to be absent").isSameAs(NOT_FOUND);

    pass(REVALIDATE);
    assertThat(notFound()).isEqualTo("here");

    Files.delete(page);
    pass(REVALIDATE);
    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);

    Files.delete(root.resolve("errors"));
    pass(REVALIDATE);
    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);
  }

  @Test
  void aPageThatIsUnchangedIsNotReadAgain() throws IOException {
    write("404.html", "page");
    Body first = pages.of(NOT_FOUND).body();

    pass(REVALIDATE);
    assertThat(pages.of(NOT_FOUND).body()).isSameAs(first);
  }

  @Test
  void aChangeWithinTheSameTickOfTheDisksClockIsNoticed() throws IOException {
    FileTime time = FileTime.from(Instant.now());
    now = time.toInstant();
    Files.setLastModifiedTime(write("404.html", "old"), time);
    Body first = pages.of(NOT_FOUND).body();

    pass(REVALIDATE);
    assertThat(pages.of(NOT_FOUND).body())
        .as("read again, as its fingerprint might not tell")
        .isNotSameAs(first);
  }

  // ---- what is no page

  @Test
  void aPageThatIsTooLargeIsNotUsedUntilItShrinks() throws IOException {
    write("404.html", "x".repeat(ErrorPageFile.MAX_SIZE + 1));
    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);

    write("404.html", "x".repeat(ErrorPageFile.MAX_SIZE));
    pass(REVALIDATE);
    assertThat(notFound()).hasSize(ErrorPageFile.MAX_SIZE);
  }

  @Test
  void aLinkIsAPageOnlyIfItStaysInside() throws IOException {
    Path outside = Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(root.resolve("errors/404.html"), outside);
    Files.createSymbolicLink(root.resolve("errors/403.html"), write("shared.html", "inside"));

    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);
    assertThat(Answers.content(pages.of(StatusPage.of(Status.FORBIDDEN)))).isEqualTo("inside");
  }

  @Test
  void aFolderOfPagesThatIsALinkToTheOutsideHasNone() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("404.html"), "secret");
    Files.delete(root.resolve("errors"));
    Files.createSymbolicLink(root.resolve("errors"), outside);

    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);
  }

  @Test
  void aFifoIsNoPageAndHoldsNobodyUp() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "there is no mkfifo");
    String path = root.resolve("errors/404.html").toString();
    Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", path).start();
    assumeTrue(mkfifo.waitFor(120, SECONDS) && mkfifo.exitValue() == 0);

    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);
  }

  @Test
  void aPageThatCannotBeReadIsNoPage() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may read everything");
    Files.setPosixFilePermissions(
        write("404.html", "x"), PosixFilePermissions.fromString("---------"));

    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);
  }

  @Test
  void anInterruptedLookSaysNothingAboutThePage() throws IOException {
    write("404.html", "here");
    Thread.currentThread().interrupt();

    assertThat(pages.of(NOT_FOUND)).isSameAs(NOT_FOUND);
    assertThat(Thread.interrupted()).as("still to be noticed").isTrue();
    assertThat(notFound()).isEqualTo("here");
  }

  @Test
  void aPageIsAFileLikeAnyOtherUnderItsOwnPath() throws IOException {
    write("404.html", "page");
    var files =
        new FileHandler(
            new Site(root),
            CacheSettings.DEFAULT,
            Compression.DEFAULT,
            InstantSource.system(),
            System::nanoTime);

    Response response = files.handle(Requests.get("/errors/404.html"));

    assertThat(response.status()).isEqualTo(Status.OK);
    assertThat(Answers.head(response)).contains("\r\nETag: ");
  }

  /** A body that is not in memory. */
  private static final class Streamed implements Body.Transfer {
    @Override
    public long length() {
      return 1;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
      return 0;
    }

    @Override
    public int read(long position, ByteBuffer into) {
      return 0;
    }

    @Override
    public void close() {}
  }

  private String notFound() throws IOException {
    return Answers.content(pages.of(NOT_FOUND));
  }

  private static String builtIn(Status status) {
    return status.code() + " " + status.reason() + "\n";
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(root.resolve("errors").resolve(name), content);
  }
}
