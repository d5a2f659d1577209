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
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.content.site.Target;
import tailgate.content.site.TargetPath;
import tailgate.http.PathBytes;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.FakeClock;

class ListingsTest {

  private static final InstantSource NOW =
      InstantSource.fixed(Instant.parse("1994-11-06T08:49:37Z"));

  private static final Pattern LINK = Pattern.compile("href=\"\\./([^\"]*)\"");

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
  void answersWithAPageThatIsNeverOld() throws IOException {
    write("a.txt");

    Response response = get("/");

    assertThat(Answers.head(response))
        .startsWith(
            """
            HTTP/1.1 200 OK\r
            Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r
            ETag: "\
            """)
        .contains(
            """
            \r
            Content-Type: text/html; charset=utf-8\r
            X-Content-Type-Options: nosniff\r
            """);
    assertThat(links(response)).containsExactly("a.txt");
  }

  @Test
  void sendsNothingToWhoHasItAndAllAgainOnceAFileHasGrown() throws IOException {
    Path file = write("a.txt");
    String tag = Answers.head(get("/")).lines().filter(l -> l.startsWith("ETag")).findFirst().get();
    String again = "GET / HTTP/1.1\r\nHost: test\r\nIf-None-Match:" + tag.substring(5) + "\r\n\r\n";

    assertThat(handler.handle(Requests.parse(again)).status()).isEqualTo(Status.NOT_MODIFIED);
    Files.writeString(file, "longer than it was");
    clock.pass(Duration.ofSeconds(1));
    assertThat(handler.handle(Requests.parse(again)).status()).isEqualTo(Status.OK);
  }

  @Test
  void looksAtAFolderOnceInASecond() throws IOException {
    write("a");
    assertThat(links(get("/"))).containsExactly("a");
    write("b");
    clock.pass(Duration.ofMillis(999));
    assertThat(links(get("/"))).containsExactly("a");
    clock.pass(Duration.ofMillis(1));
    assertThat(links(get("/"))).containsExactly("a", "b");
  }

  @Test
  void prefersTheIndex() throws IOException {
    Files.writeString(root.resolve("index.html"), "the index");

    assertThat(Answers.content(get("/"))).isEqualTo("the index");
  }

  @Test
  void redirectsToTheSlashFirst() throws IOException {
    Files.createDirectory(root.resolve("sub"));

    assertThat(get("/sub").status()).isEqualTo(Status.MOVED_PERMANENTLY);
    assertThat(get("/sub/").status()).isEqualTo(Status.OK);
    assertThat(get("/gone/").status()).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void isNotThereUnlessItIsWanted() throws IOException {
    assertThat(new Site(root).find(place("/"))).isEqualTo(new Found.Nothing(Status.FORBIDDEN));
  }

  @Test
  void linksLeadToWhatTheyName() throws IOException {
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
  void showsWhatIsInAFolderWhoseNameIsNotAscii() throws IOException {
    Path sub = Files.createDirectory(root.resolve("gr\u00fc\u00dfe & <mehr>"));
    Files.writeString(sub.resolve("a"), "");

    Response response = get("/gr%C3%BC%C3%9Fe%20%26%20%3Cmehr%3E/");

    assertThat(text(response))
        .contains("<title>Files in /gr\u00fc\u00dfe &amp; &lt;mehr&gt;/</title>")
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
    assumeTrue(mkfifo.waitFor(10, SECONDS) && mkfifo.exitValue() == 0);

    assertThat(links(get("/"))).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void showsNoNameThatIsNoText() throws IOException {
    Files.writeString(Path.of(URI.create(root.toUri() + "%FF%FE")), "x");
    Files.writeString(Path.of(URI.create(root.toUri() + "gr%C3%BCn")), "x");

    assertThat(links(get("/"))).containsExactly("gr%C3%BCn");
  }

  @Test
  void showsNothingThatCannotBeRead() throws IOException {
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
  void looksAtNoMoreNamesThanItShould() throws IOException {
    for (int i = 0; i < 6; i++) {
      write("file-" + i);
    }

    assertThat(text(listed(5))).contains("more than 5 names");
    assertThat(links(listed(5))).hasSize(5);
    assertThat(text(listed(6))).doesNotContain("more than");
    assertThat(links(listed(6))).hasSize(6);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void closesEveryFolderThatItOpens() throws IOException {
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
  void isNotFoundIfItIsGoneByNow() throws IOException {
    var gone = new Found.Listable(root.resolve("gone"));
    var file = new Found.Listable(write("file"));
    var listings = new Listings(site, clock);

    for (Found.Listable found : List.of(gone, file)) {
      assertThat(listings.answer(Requests.get("/"), place("/"), found, NOW).status())
          .isEqualTo(Status.NOT_FOUND);
    }
  }

  private Response listed(int limit) throws IOException {
    return new Listings(site, limit, clock)
        .answer(Requests.get("/"), place("/"), new Found.Listable(root), NOW);
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
    return LINK.matcher(text(response).replace("&#39;", "'").replace("&amp;", "&"))
        .results()
        .map((MatchResult link) -> link.group(1))
        .toList();
  }

  private static String text(Response response) throws IOException {
    return new String(Answers.content(response).getBytes(ISO_8859_1), UTF_8);
  }

  private Response get(String target) throws IOException {
    return handler.handle(Requests.get(target));
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
