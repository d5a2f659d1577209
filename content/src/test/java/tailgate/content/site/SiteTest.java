package tailgate.content.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.http.PathBytes;
import tailgate.http.Status;

class SiteTest {

  private static final Found NOT_FOUND = new Found.Nothing(Status.NOT_FOUND);
  private static final Found FORBIDDEN = new Found.Nothing(Status.FORBIDDEN);

  @TempDir Path folder;
  private Path root;
  private Site site;

  @BeforeEach
  void makeSite() throws IOException {
    root = Files.createDirectory(folder.toRealPath().resolve("root"));
    site = new Site(root);
  }

  @Test
  void findsARegularFile() throws IOException {
    write(root.resolve("a.txt"));

    assertThat(find("/a.txt"))
        .asInstanceOf(type(Found.RegularFile.class))
        .extracting(
            Found.RegularFile::path, Found.RegularFile::fingerprint, Found.RegularFile::siblings)
        .containsExactly(
            root.resolve("a.txt"), FileStatus.of(root.resolve("a.txt")).fingerprint(), List.of());
    assertThat(find("/b.txt")).isEqualTo(NOT_FOUND);
    assertThat(find("/a.txt/")).isEqualTo(NOT_FOUND);
    assertThat(find("/a.txt/b")).isEqualTo(NOT_FOUND);
  }

  @Test
  void findsNamesOfAllKinds() throws IOException {
    for (String name : new String[] {"a b", "a+b", "100%", "%41", "a?b#c", "-", "a\nb", "a'\"<&"}) {
      Path file = write(root.resolve(name));
      String path = TargetPath.encode(List.of(name), false);

      assertThat(path(find(path))).as(path).isEqualTo(file);
    }
  }

  @Test
  void findsTheIndexOfAFolder() throws IOException {
    Files.createDirectory(root.resolve("with"));
    Files.createDirectory(root.resolve("without"));
    write(root.resolve("with/index.html"));

    assertThat(path(find("/with/"))).isEqualTo(root.resolve("with/index.html"));
    assertThat(find("/with")).isEqualTo(new Found.FolderWithoutSlash());
    assertThat(find("/without/")).isEqualTo(FORBIDDEN);
    assertThat(find("/without")).isEqualTo(new Found.FolderWithoutSlash());
    assertThat(find("/")).isEqualTo(FORBIDDEN);
  }

  @Test
  void doesNotTakeAFolderForAnIndex() throws IOException {
    Files.createDirectory(root.resolve("index.html"));

    assertThat(find("/")).isEqualTo(FORBIDDEN);
  }

  @Test
  void followsLinksThatStayInside() throws IOException {
    Files.createDirectories(root.resolve("..data/a"));
    write(root.resolve("..data/a/file"));
    link("file", root.resolve("..data/a/file"));
    link("relative", Path.of("file"));
    link("a", Path.of("..data/a"));

    assertThat(path(find("/file"))).isEqualTo(root.resolve("file"));
    assertThat(path(find("/relative"))).isEqualTo(root.resolve("relative"));
    assertThat(path(find("/a/file"))).isEqualTo(root.resolve("a/file"));
    assertThat(find("/a")).isEqualTo(new Found.FolderWithoutSlash());
  }

  @Test
  void doesNotFollowLinksThatLeadOut() throws IOException {
    Path out = Files.createDirectory(folder.resolve("root-and-more")); // begins like the root
    write(out.resolve("secret"));
    write(out.resolve("index.html"));
    link("file", out.resolve("secret"));
    link("relative", Path.of("../root-and-more/secret"));
    link("folder", out);
    Files.createDirectory(root.resolve("sub"));
    link("sub/index.html", out.resolve("index.html"));
    link("device", Path.of("/dev/zero"));

    assertThat(find("/file")).isEqualTo(NOT_FOUND);
    assertThat(find("/relative")).isEqualTo(NOT_FOUND);
    assertThat(find("/folder")).isEqualTo(NOT_FOUND);
    assertThat(find("/folder/")).isEqualTo(NOT_FOUND);
    assertThat(find("/folder/secret")).isEqualTo(NOT_FOUND);
    assertThat(find("/sub/")).isEqualTo(NOT_FOUND);
    assertThat(find("/device")).as("says nothing of what is there").isEqualTo(NOT_FOUND);
    Files.delete(root.resolve("device")); // or cleaning up warns of it
  }

  @Test
  void doesNotFollowLinksToDotfiles() throws IOException {
    write(root.resolve(".env"));
    Files.createDirectory(root.resolve(".git"));
    write(root.resolve(".git/config"));
    write(root.resolve(".git/index.html"));
    Files.createDirectory(root.resolve("sub"));
    link("env", Path.of(".env"));
    link("chain", Path.of("env"));
    link("git", root.resolve(".git"));
    link("sub/up", Path.of("../.git"));
    link("sub/index.html", Path.of("../.env"));
    link("dots", Path.of("..data"));
    Files.createDirectory(root.resolve("..data"));

    for (String path :
        new String[] {
          "/env", "/chain", "/git", "/git/", "/git/config", "/sub/up/config", "/sub/", "/dots"
        }) {
      assertThat(find(path)).as(path).isEqualTo(NOT_FOUND);
    }
  }

  /**
   * Kubernetes mounts a volume like that: only the folder that the link leads through is hidden.
   */
  @Test
  void followsLinksThroughFoldersThatAreHidden() throws IOException {
    Files.createDirectories(root.resolve("..2026_11_22/conf"));
    write(root.resolve("..2026_11_22/conf/file"));
    write(root.resolve("..2026_11_22/file"));
    link("..data", Path.of("..2026_11_22"));
    link("conf", Path.of("..data/conf"));
    link("file", Path.of("..data/file"));

    assertThat(find("/file")).isInstanceOf(Found.RegularFile.class);
    assertThat(find("/conf/file")).isInstanceOf(Found.RegularFile.class);
  }

  @Test
  void mayBeHiddenItself() throws IOException {
    Path hidden = Files.createDirectory(folder.toRealPath().resolve(".site"));
    write(hidden.resolve("index.html"));
    Files.createSymbolicLink(hidden.resolve("self"), Path.of("."));

    assertThat(new Site(hidden).find(place("/self/"))).isInstanceOf(Found.RegularFile.class);
  }

  @Test
  void findsNothingBehindLinksThatLeadNowhere() throws IOException {
    link("dangling", root.resolve("gone"));
    link("loop", Path.of("loop"));
    link("ping", Path.of("pong"));
    link("pong", Path.of("ping"));
    link("index.html", root.resolve("gone"));

    for (String path : new String[] {"/dangling", "/loop", "/loop/", "/ping", "/pong/x"}) {
      assertThat(find(path)).as(path).isEqualTo(NOT_FOUND);
    }
    assertThat(find("/")).isEqualTo(FORBIDDEN);
  }

  @Test
  void doesNotOpenAFifo() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "there is no mkfifo");
    Process mkfifo = new ProcessBuilder("/usr/bin/mkfifo", root.resolve("fifo").toString()).start();
    assumeTrue(mkfifo.waitFor(120, SECONDS) && mkfifo.exitValue() == 0);

    assertThat(find("/fifo")).isEqualTo(FORBIDDEN);
  }

  @Test
  void findsNamesUpToTheLongest() throws IOException {
    String longest = "n".repeat(255);
    Path file = write(root.resolve(longest));

    assertThat(path(find("/" + longest))).isEqualTo(file);
    assertThat(find("/" + longest + "n")).isEqualTo(NOT_FOUND);
    assertThat(find(("/" + longest).repeat(30))).as("too long a path").isEqualTo(NOT_FOUND);
  }

  @Test
  void isForbiddenWhatCannotBeEntered() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may read everything");
    Path closed = Files.createDirectory(root.resolve("closed"));
    write(closed.resolve("index.html"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try {
      assertThat(find("/closed/")).isEqualTo(FORBIDDEN);
      assertThat(find("/closed/index.html")).isEqualTo(FORBIDDEN);
      assertThatThrownBy(() -> new Site(closed)).isInstanceOf(AccessDeniedException.class);
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void needsAFolderThatIsThere() throws IOException {
    Path file = write(root.resolve("file"));

    assertThatThrownBy(() -> new Site(file)).isInstanceOf(NotDirectoryException.class);
    assertThatThrownBy(() -> new Site(root.resolve("gone")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void mayBeNamedByALink() throws IOException {
    write(root.resolve("a"));
    Path link = Files.createSymbolicLink(folder.resolve("current"), root);

    assertThat(new Site(link).root()).isEqualTo(root);
    assertThat(new Site(link).find(place("/a"))).isInstanceOf(Found.RegularFile.class);
  }

  @Test
  void mayBeTheRootOfEverything() throws IOException {
    Path file = write(root.resolve("a"));

    assertThat(new Site(Path.of("/")).find(place(file.toString())))
        .isInstanceOf(Found.RegularFile.class);
  }

  /** Says what it finds at the place of its second argument below the root of its first. */
  static final class Finder {
    private Finder() {}

    public static void main(String[] args) throws IOException {
      System.out.print(new Site(Path.of(args[0])).find(place(args[1])).getClass().getSimpleName());
    }
  }

  /** Servers are often started without a locale, by init systems and in containers. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void findsNamesThatTheLocaleCannotSpell() throws Exception {
    Path file = Path.of(URI.create(root.toUri() + "gr%C3%BC%C3%9Fe"));
    write(file);
    var java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Finder.class.getName(),
            root.toString(),
            "/gr%C3%BC%C3%9Fe");
    java.environment().put("LC_ALL", "C");
    Process process = java.redirectErrorStream(true).start();

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo("RegularFile");
  }

  private static Path write(Path file) throws IOException {
    return Files.writeString(file, "x");
  }

  private void link(String name, Path target) throws IOException {
    Files.createSymbolicLink(root.resolve(name), target);
  }

  private static Path path(Found found) {
    assertThat(found).isInstanceOf(Found.RegularFile.class);
    return ((Found.RegularFile) found).path();
  }

  private Found find(String path) {
    return site.find(place(path));
  }

  private static Target.Place place(String path) {
    return (Target.Place) TargetPath.decode(PathBytes.of(path));
  }
}
