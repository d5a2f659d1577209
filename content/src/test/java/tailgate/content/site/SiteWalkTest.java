package tailgate.content.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SiteWalkTest {

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(folder.toRealPath().resolve("root"));
  }

  @Test
  void findsFilesAndTheFoldersThatHaveAPage() throws IOException {
    write("index.html");
    write("a.txt");
    write("with/index.html");
    write("without/deep/b.txt");

    assertThat(paths())
        .containsExactly(
            "/", "/a.txt", "/index.html", "/with/", "/with/index.html", "/without/deep/b.txt");
  }

  @Test
  void findsNothingWhereNothingIs() throws IOException {
    assertThat(paths()).isEmpty();
  }

  @Test
  void spellsNamesAsTargetsDo() throws IOException {
    write("a b/100%");
    write("a'\"<&+;");
    write("%41");

    assertThat(paths()).containsExactlyInAnyOrder("/a%20b/100%25", "/a'%22%3C&+;", "/%2541");
  }

  @Test
  void findsNoDotfilesAndNothingWithABackslash() throws IOException {
    write(".secret");
    write(".git/config");
    write("a/.b/c");
    if (root.getFileSystem().getSeparator().equals("/")) {
      write("a\\b");
      write("c\\d/e");
    }

    assertThat(paths()).isEmpty();
  }

  @Test
  void followsLinksThatStayInside() throws IOException {
    write("real/a.txt");
    write("../outside/b.txt");
    Files.createSymbolicLink(root.resolve("linked"), Path.of("real"));
    Files.createSymbolicLink(root.resolve("link.txt"), Path.of("real/a.txt"));
    Files.createSymbolicLink(root.resolve("out"), folder.resolve("outside"));
    Files.createSymbolicLink(root.resolve("out.txt"), folder.resolve("outside/b.txt"));
    Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere"));

    assertThat(paths()).containsExactly("/link.txt", "/linked/a.txt", "/real/a.txt");
  }

  @Test
  void turnsBackWhereLinksGoInCircles() throws IOException {
    write("a/a.txt");
    write("b/b.txt");
    Files.createSymbolicLink(root.resolve("a/self"), Path.of("."));
    Files.createSymbolicLink(root.resolve("a/up"), root);
    Files.createSymbolicLink(root.resolve("a/to-b"), root.resolve("b"));
    Files.createSymbolicLink(root.resolve("b/to-a"), root.resolve("a"));
    Files.createSymbolicLink(root.resolve("b/loop"), Path.of("loop"));

    assertThat(paths()).containsExactly("/a/a.txt", "/a/to-b/b.txt", "/b/b.txt", "/b/to-a/a.txt");
  }

  @Test
  void knowsWhatItFound() throws IOException {
    Path file = write("a/index.html");

    assertThat(new SiteWalk(new Site(root)).items())
        .extracting(SiteWalk.Item::file)
        .extracting(Found.RegularFile::path, Found.RegularFile::fingerprint)
        .containsOnly(tuple(file, FileStatus.of(file).fingerprint()));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void passesByFoldersThatCannotBeListed() throws IOException {
    write("closed/a.txt");
    write("open.txt");
    Path closed = root.resolve("closed");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try {
      assumeTrue(!Files.isReadable(closed), "this user may read everything");
      assertThat(paths()).containsExactly("/open.txt");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void passesByWhatIsNoFile() throws Exception {
    Process process = new ProcessBuilder("mkfifo", root.resolve("fifo").toString()).start();
    assumeTrue(process.waitFor() == 0);

    assertThat(paths()).isEmpty();
  }

  @Test
  void walksThroughAJar() throws IOException {
    URI jar = URI.create("jar:" + folder.resolve("site.jar").toUri());
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      root = Files.createDirectories(files.getPath("/tailgate/www"));
      write("index.html");
      write("a b/ü.txt");

      assertThat(paths()).containsExactly("/", "/a%20b/%C3%BC.txt", "/index.html");
    }
  }

  private Path write(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "x");
  }

  private List<String> paths() throws IOException {
    return new SiteWalk(new Site(root))
        .items().stream().map(item -> item.place().canonical().toString()).toList();
  }
}
