package tailgate.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.site.FileStatus;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.content.site.Target;
import tailgate.content.site.TargetPath;
import tailgate.http.DeferredResponse;
import tailgate.http.PathBytes;
import tailgate.http.Request;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.FakeClock;

class ListingsTest {

  private static final InstantSource NOW =
      InstantSource.fixed(Instant.parse("1994-11-06T08:49:37Z"));

  /** All that is on the disk has settled. */
  private static final Instant NEXT_CENTURY = Instant.parse("2100-01-01T00:00:00Z");

  private static final Pattern LINK = Pattern.compile("href=\"(?!\\.\\./)([^\"]*)\"");

  @TempDir Path folder;
  private Path root;
  private Site site;
  private final FakeClock clock = new FakeClock();
  private FileHandler handler;

  @BeforeEach
  void makeHandler() throws IOException {
    root = Files.createDirectory(folder.toRealPath().resolve("root"));
    site = new Site(root).listed();
    handler = new FileHandler(site, CacheSettings.DEFAULT, Compression.DEFAULT, NOW, clock);
  }

  @Test
  void answersWithAPage() throws Exception {
    write("a.txt");

    Response response = get("/");

    assertThat(Answers.head(response))
        .startsWith(
            """
            HTTP/1.1 200 OK\r
            ETag: "\
            """)
        .contains(
            """
            \r
            Vary: Accept\r
            Content-Type: text/html; charset=utf-8\r
            X-Content-Type-Options: nosniff\r
            """)
        .doesNotContain("X-Total-Count");
    assertThat(links(response)).containsExactly("a.txt");
  }

  /** Its time would move while its tag stays, and no other server would have the same. */
  @Test
  void hasNoTimeOfItsOwn() throws Exception {
    write("a.txt");

    assertThat(Answers.head(get("/"))).doesNotContain("Last-Modified");
    assertThat(ask("/", "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT").status())
        .isEqualTo(Status.OK);
  }

  @Test
  void answersInJsonIfTheClientPrefersIt() throws Exception {
    write("a.txt");

    Response response = ask("/", "Accept: application/json");

    assertThat(Answers.head(response))
        .contains("\r\nContent-Type: application/json\r\n", "\r\nVary: Accept\r\n");
    assertThat(text(response))
        .startsWith("[\n{ \"name\":\"a.txt\", \"type\":\"file\", \"mtime\":\"")
        .endsWith("\", \"size\":1 }\n]\n");
    assertThat(text(ask("/", "Accept: text/html, application/json"))).startsWith("<!DOCTYPE");
  }

  @Test
  void sendsNothingToWhoHasItAndAllAgainOnceAFileHasGrown() throws Exception {
    Path file = write("a.txt");
    String tag = Answers.head(get("/")).lines().filter(l -> l.startsWith("ETag")).findFirst().get();
    String condition = "If-None-Match:" + tag.substring(5);

    assertThat(ask("/", condition).status()).isEqualTo(Status.NOT_MODIFIED);
    Files.writeString(file, "longer than it was");
    clock.pass(Duration.ofSeconds(1));
    assertThat(ask("/", condition).status()).isEqualTo(Status.OK);
  }

  @Test
  void seesAChangeOfTheFolderWithinASecond() throws Exception {
    handler =
        new FileHandler(
            site, CacheSettings.DEFAULT, Compression.DEFAULT, () -> NEXT_CENTURY, clock);
    write("a");
    assertThat(links(get("/"))).containsExactly("a");
    write("b");
    Files.setLastModifiedTime(root, FileTime.from(Instant.EPOCH)); // perhaps in the same tick
    clock.pass(Duration.ofMillis(999));
    assertThat(links(get("/"))).containsExactly("a");
    clock.pass(Duration.ofMillis(1));
    assertThat(links(get("/"))).containsExactly("a", "b");
  }

  /** The folder is the same, so it need not be listed. */
  @Test
  void seesAChangeOfAFileWithinTenSeconds() throws Exception {
    handler =
        new FileHandler(
            site, CacheSettings.DEFAULT, Compression.DEFAULT, () -> NEXT_CENTURY, clock);
    Path file = write("a");
    assertThat(text(get("/"))).contains("<td>1</td>");
    Files.writeString(file, "longer");
    clock.pass(Duration.ofMillis(9_999));
    assertThat(text(get("/"))).contains("<td>1</td>");
    clock.pass(Duration.ofMillis(1));
    assertThat(text(get("/"))).contains("<td>6</td>");
  }

  /** To list a folder may take long, and the thread that handles a request may be a reactor. */
  @Test
  void doesNotListOnTheThreadThatAsks() throws Exception {
    write("a");
    Queue<Runnable> waiting = new ArrayDeque<>();
    var listings = new Listings(site, 10, NOW, clock, waiting::add);
    Found.Listable found = listable(root);
    Request request = Requests.get("/");

    var deferred = (DeferredResponse) listings.answer(request, place("/"), found);

    assertThat(deferred.isDone()).isFalse();
    waiting.remove().run();
    assertThat(links(deferred.await(request))).containsExactly("a");
    assertThat(links(listings.answer(request, place("/"), found))).containsExactly("a");
  }

  @Test
  void prefersTheIndex() throws Exception {
    Files.writeString(root.resolve("index.html"), "the index");

    assertThat(Answers.content(get("/"))).isEqualTo("the index");
  }

  @Test
  void redirectsToTheSlashFirst() throws Exception {
    Files.createDirectory(root.resolve("sub"));

    assertThat(get("/sub").status()).isEqualTo(Status.MOVED_PERMANENTLY);
    assertThat(get("/sub/").status()).isEqualTo(Status.OK);
    assertThat(get("/gone/").status()).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void isNotThereUnlessItIsWanted() throws Exception {
    assertThat(new Site(root).find(place("/"))).isEqualTo(new Found.Nothing(Status.FORBIDDEN));
  }

  @Test
  void linksLeadToWhatTheyName() throws Exception {
    for (String name : new String[] {"a b", "a:b", "100%", "%41", "a?b#c", "-", "a\nb", "'\"<&"}) {
      Files.writeString(root.resolve(name), name);
      Files.writeString(Files.createDirectory(root.resolve(name + "~")).resolve("x"), name);
    }

    List<String> links = links(get("/"));

    assertThat(links).hasSize(16);
    for (String link : links) {
      Response response = get("/" + link);
      assertThat(response.status()).as(link).isEqualTo(Status.OK);
      if (link.endsWith("/")) {
        assertThat(links(response)).containsExactly("x");
      }
    }
  }

  @Test
  void showsWhatIsInAFolderWhoseNameIsNotAscii() throws Exception {
    Path sub = Files.createDirectory(root.resolve("gr\u00fc\u00dfe & <mehr>"));
    Files.writeString(sub.resolve("a"), "");

    Response response = get("/gr%C3%BC%C3%9Fe%20%26%20%3Cmehr%3E/");

    assertThat(text(response))
        .contains("<title>Index of /gr\u00fc\u00dfe &amp; &lt;mehr&gt;/</title>")
        .contains("href=\"../\"");
    assertThat(links(response)).containsExactly("a");
  }

  @Test
  void showsNothingThatWouldBeRefused() throws Exception {
    write("shown");
    write(".hidden");
    write("back\\slash");
    Files.createDirectory(root.resolve(".git"));
    Path secret = Files.writeString(folder.resolve("secret"), "x");
    link("out", secret);
    link("out-folder", folder);
    link("dangling", Path.of("gone"));
    link("loop", Path.of("loop"));
    link("device", Path.of("/dev/null"));
    link("in", Path.of("shown"));
    link("..data", Path.of("."));
    link("self", Path.of("."));
    Files.createDirectory(root.resolve("index-leads-out"));
    link("index-leads-out/index.html", secret);
    Files.createDirectories(root.resolve("index-is-a-folder/index.html"));

    assertThat(links(get("/"))).containsExactly("self/", "in", "shown");
    Files.delete(root.resolve("device")); // or cleaning up warns of it
  }

  @Test
  void showsNoFifo() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "there is no mkfifo");
    Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", root.resolve("fifo").toString()).start();
    assumeTrue(mkfifo.waitFor(120, SECONDS) && mkfifo.exitValue() == 0);

    assertThat(links(get("/"))).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void showsNoNameThatIsNoText() throws Exception {
    Files.writeString(Path.of(URI.create(root.toUri() + "%FF%FE")), "x");
    Files.writeString(Path.of(URI.create(root.toUri() + "gr%C3%BCn")), "x");

    assertThat(links(get("/"))).containsExactly("gr%C3%BCn");
  }

  @Test
  void showsNothingThatCannotBeRead() throws Exception {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may read everything");
    close(write("file"));
    close(Files.createDirectory(root.resolve("folder")));
    Path sub = Files.createDirectory(root.resolve("no-list"));
    Files.setPosixFilePermissions(sub, PosixFilePermissions.fromString("--x--x--x"));

    assertThat(links(get("/"))).isEmpty();
    assertThat(get("/no-list/").status()).isEqualTo(Status.FORBIDDEN);
    assertThat(get("/folder/").status()).isEqualTo(Status.FORBIDDEN);
    Files.setPosixFilePermissions(
        root.resolve("folder"), PosixFilePermissions.fromString("rwx------"));
    Files.setPosixFilePermissions(sub, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void listsTheFirstNamesOfALargeFolderAndSaysSo() throws Exception {
    for (int i = 9; i > 3; i--) {
      write("file-" + i);
    }
    Files.createDirectory(root.resolve("FILE-1"));
    write(".not-counted");

    assertThat(links(listed(3))).containsExactly("FILE-1/", "file-4", "file-5");
    assertThat(text(listed(3))).contains("7 names. Only the first 3");
    assertThat(Answers.head(listed(3))).contains("\r\nX-Total-Count: 7\r\n");
    assertThat(links(listed(7))).hasSize(7);
    assertThat(text(listed(7))).doesNotContain("Only");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void closesEveryFolderThatItOpens() throws Exception {
    for (int i = 0; i < 5; i++) {
      write("file-" + i);
    }
    listed(2);
    long before = descriptors();
    for (int i = 0; i < 100; i++) {
      listed(2);
      listed(5);
    }

    assertThat(descriptors()).isLessThan(before + 50);
  }

  @Test
  void isNotFoundIfItIsGoneByNow() throws Exception {
    var listings = new Listings(site, 10, NOW, clock, Runnable::run);
    Found.Fingerprint any = listable(root).fingerprint();

    for (Path path : List.of(root.resolve("gone"), write("file"))) {
      var found = new Found.Listable(path, any);
      assertThat(listings.answer(Requests.get("/"), place("/"), found).status())
          .isEqualTo(Status.NOT_FOUND);
    }
  }

  private Response listed(int limit) throws IOException {
    return new Listings(site, limit, NOW, clock, Runnable::run)
        .answer(Requests.get("/"), place("/"), listable(root));
  }

  private static Found.Listable listable(Path path) throws IOException {
    return new Found.Listable(path, FileStatus.of(path).fingerprint());
  }

  private static Target.Place place(String path) {
    return (Target.Place) TargetPath.decode(PathBytes.of(path));
  }

  private static long descriptors() throws IOException {
    try (var list = Files.list(Path.of("/proc/self/fd"))) {
      return list.count();
    }
  }

  private static List<String> links(Response response) throws IOException {
    return LINK.matcher(text(response)).results().map((MatchResult link) -> link.group(1)).toList();
  }

  private static String text(Response response) throws IOException {
    return new String(Answers.content(response).getBytes(ISO_8859_1), UTF_8);
  }

  private Response get(String target) throws Exception {
    return answer(Requests.get(target));
  }

  private Response ask(String target, String field) throws Exception {
    return answer(
        Requests.parse("GET " + target + " HTTP/1.1\r\nHost: test\r\n" + field + "\r\n\r\n"));
  }

  private Response answer(Request request) throws Exception {
    Response response = handler.handle(request);
    return response instanceof DeferredResponse deferred ? deferred.await(request) : response;
  }

  private void link(String name, Path target) throws IOException {
    Files.createSymbolicLink(root.resolve(name), target);
  }

  private static void close(Path path) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
  }

  private Path write(String name) throws IOException {
    return Files.writeString(root.resolve(name), "x");
  }
}
