package tailgate.content.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static tailgate.http.ContentCoding.BR;
import static tailgate.http.ContentCoding.GZIP;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.http.ContentCoding;
import tailgate.http.PathBytes;

class SiblingsTest {

  private static final FileTime MADE = FileTime.fromMillis(1_000_000_000_000L);

  /** Long after the files were made. */
  private final InstantSource later = InstantSource.fixed(Instant.now().plusSeconds(3600));

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void makeFile() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    write("a.css", "a {}");
    Files.writeString(root.resolve("other"), "of another time");
  }

  @Test
  void findsEachCodingThatThereIs() throws IOException {
    assertThat(codings("/a.css")).isEmpty();
    write("a.css.gz", "gz");
    assertThat(codings("/a.css")).containsExactly(GZIP);
    write("a.css.br", "br");
    assertThat(codings("/a.css")).containsExactly(BR, GZIP);
  }

  @Test
  void passesOverOneThatIsEmptyOrStillBeingWritten() throws IOException {
    write("a.css.br", "");
    write("a.css.gz", "gz");
    assertThat(codings("/a.css")).containsExactly(GZIP);

    assertThat(codings(new Site(root), "/a.css")).as("just now").isEmpty();
  }

  /** If all files have one time, it does not show that a file has changed. */
  @Test
  void comparesNoTimesThatTellNothing() throws IOException {
    FileTime nix = FileTime.from(Instant.EPOCH.plusSeconds(1));
    Path sibling = write("a.css.br", "br");
    Files.setLastModifiedTime(sibling, nix);
    Files.setLastModifiedTime(root.resolve("a.css"), nix);
    Found.RegularFile file = found(new Site(root, later, System::nanoTime), "/a.css");
    assertThat(file.siblings()).hasSize(1);

    var boundary = new Boundary(root.toRealPath());
    Instant put = file.fingerprint().placed();
    assertThat(Siblings.of(changed(file, put.plusSeconds(30)), boundary, later.instant()))
        .as("one deploy")
        .hasSize(1);
    assertThat(Siblings.of(changed(file, put.plusSeconds(3600)), boundary, later.instant()))
        .as("only the file is new")
        .isEmpty();
  }

  private static Found.RegularFile changed(Found.RegularFile file, Instant time) {
    Found.Fingerprint was = file.fingerprint();
    return new Found.RegularFile(
        file.path(),
        new Found.Fingerprint(was.size(), was.modified(), FileTime.from(time), was.key()));
  }

  @Test
  void findsThoseOfAnIndex() throws IOException {
    write("index.html", "index");
    write("index.html.br", "br");

    assertThat(codings("/")).containsExactly(BR);
  }

  @Test
  void findsThoseOfANameThatIsNotAscii() throws IOException {
    write("ä#%.css", "a");
    write("ä#%.css.gz", "gz");

    assertThat(codings("/%C3%A4%23%25.css")).containsExactly(GZIP);
  }

  @Test
  void passesOverAStaleOne() throws IOException {
    Path sibling = write("a.css.gz", "gz");

    Files.setLastModifiedTime(sibling, FileTime.fromMillis(MADE.toMillis() - 1));
    assertThat(codings("/a.css")).isEmpty();
    Files.setLastModifiedTime(sibling, FileTime.fromMillis(MADE.toMillis() + 1));
    assertThat(codings("/a.css")).containsExactly(GZIP);
  }

  @Test
  void passesOverOneThatIsStaleByAFractionOfASecond() throws IOException {
    Path sibling = write("a.css.gz", "gz");
    Files.setLastModifiedTime(sibling, FileTime.fromMillis(MADE.toMillis() + 1));
    Files.setLastModifiedTime(root.resolve("a.css"), FileTime.fromMillis(MADE.toMillis() + 2));

    assertThat(codings("/a.css")).isEmpty();
  }

  /** As the brotli tool leaves it. */
  @Test
  void findsOneWhoseTimeWasKeptInWholeSeconds() throws IOException {
    Files.setLastModifiedTime(root.resolve("a.css"), FileTime.fromMillis(MADE.toMillis() + 999));
    write("a.css.br", "br");

    assertThat(codings("/a.css")).containsExactly(BR);
  }

  @Test
  void passesOverWhatIsNoFile() throws IOException {
    Files.createDirectory(root.resolve("a.css.gz"));
    Files.createSymbolicLink(root.resolve("a.css.br"), Path.of("a.css.br"));

    assertThat(codings("/a.css")).isEmpty();
  }

  @Test
  void passesOverWhatCannotBeRead() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may read everything");
    Files.setPosixFilePermissions(
        write("a.css.gz", "gz"), PosixFilePermissions.fromString("---------"));

    assertThat(codings("/a.css")).isEmpty();
  }

  @Test
  void passesOverALinkThatLeadsOutside() throws IOException {
    Path outside = Files.writeString(folder.resolve("outside.gz"), "secret");
    Files.createSymbolicLink(root.resolve("a.css.gz"), outside);
    write("inside", "br");
    Files.createSymbolicLink(root.resolve("a.css.br"), Path.of("inside"));

    assertThat(codings("/a.css")).containsExactly(BR);
  }

  @Test
  void passesOverALinkToADotfile() throws IOException {
    write(".hidden.gz", "secret");
    Files.createSymbolicLink(root.resolve("a.css.gz"), Path.of(".hidden.gz"));

    assertThat(codings("/a.css")).isEmpty();
  }

  @Test
  void findsTheFileWhoseNameLeavesNoRoomForASuffix() throws IOException {
    String name = "x".repeat(253);
    write(name, "long");

    assertThat(codings("/" + name)).isEmpty();
  }

  @Test
  void findsNoneIfNotToLookForThem() throws IOException {
    write("a.css.gz", "gz");

    assertThat(found(new Site(root).withoutSiblings(), "/a.css").siblings()).isEmpty();
  }

  private List<ContentCoding> codings(String target) throws IOException {
    return codings(new Site(root, later, System::nanoTime), target);
  }

  private static List<ContentCoding> codings(Site site, String target) {
    return found(site, target).siblings().stream().map(Found.Sibling::coding).toList();
  }

  private static Found.RegularFile found(Site site, String target) {
    var place = (Target.Place) TargetPath.decode(PathBytes.of(target));
    return (Found.RegularFile) site.find(place);
  }

  private Path write(String name, String content) throws IOException {
    return Files.setLastModifiedTime(Files.writeString(root.resolve(name), content), MADE);
  }
}
