package tailgate.content.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.content.Answers;
import tailgate.content.site.FileError;
import tailgate.content.site.FileStatus;
import tailgate.content.site.FileThreads;
import tailgate.content.site.Found;
import tailgate.http.Body;
import tailgate.http.Response;

class FileReaderTest {

  private static final Instant NOW = Instant.parse("2126-11-20T12:00:00.5Z");

  @TempDir Path folder;
  private final FileReader reader =
      new FileReader(MediaTypes.STANDARD, InstantSource.fixed(NOW), FileThreads.NONE);
  private Path path;

  @BeforeEach
  void makeFile() throws IOException {
    path = Files.writeString(folder.resolve("a.txt"), "hello");
  }

  @Test
  void readsTheWholeFile() throws IOException {
    assertThat(Answers.content(inMemory(found(path)))).isEqualTo("hello");
  }

  @Test
  void keepsLargeFilesWhereTheKernelCanTakeThem() throws IOException {
    Files.writeString(path, "x".repeat(FileReader.DIRECT_FROM - 1));
    assertThat(bytes(inMemory(found(path))).isDirect()).isFalse();

    Files.writeString(path, "x".repeat(FileReader.DIRECT_FROM));
    assertThat(bytes(inMemory(found(path))).isDirect()).isTrue();
  }

  /** Each is what a reader sees when the change comes between its look at the file and the read. */
  @Test
  void doesNotKeepAFileThatChangesWhileItIsRead() throws IOException {
    FileSource found = found(path);

    Files.writeString(path, "hello, world");
    assertThat(reader.inMemory(found)).as("grown").isNull();
    Files.writeString(path, "hell");
    assertThat(reader.inMemory(found)).as("shrunk").isNull();
    Path other = Files.writeString(folder.resolve("other"), "HELLO");
    Files.setLastModifiedTime(other, found.fingerprint().modified());
    Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
    assertThat(reader.inMemory(found)).as("replaced").isNull();
    Files.delete(path);
    assertThatThrownBy(() -> reader.inMemory(found)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void movesAFileOfTheLengthItHasWhenItIsOpened() throws IOException {
    FileSource found = found(path);
    Files.writeString(path, "hello, world");

    Response response = reader.fromDisk(found).full();

    assertThat(response.body()).isInstanceOf(Body.Transfer.class);
    assertThat(Answers.head(response)).contains("\r\nContent-Length: 12\r\n");
    assertThat(Answers.head(response)).as("of neither version").doesNotContain("ETag");
    assertThat(Answers.content(response)).isEqualTo("hello, world");
  }

  @Test
  void tagsAFileInMemoryByItsContent() throws IOException {
    String tag = tag(inMemory(found(path)));
    FileTime modified = Files.getLastModifiedTime(path);
    Files.writeString(path, "HELLO");
    Files.setLastModifiedTime(path, modified);
    assertThat(tag(inMemory(found(path)))).isNotEqualTo(tag);
    Files.writeString(path, "hello");
    assertThat(tag(inMemory(found(path)))).isEqualTo(tag);
  }

  @Test
  void tagsAFileOnTheDiskByAllThatIsKnownOfIt() throws IOException {
    String tag = diskTag();
    assertThat(diskTag()).isEqualTo(tag);
    Files.setLastModifiedTime(path, FileTime.fromMillis(0));
    assertThat(diskTag()).isNotEqualTo(tag);
  }

  @Test
  void tagsNoFileOnTheDiskThatMayChangeAgainUnseen() throws IOException {
    var early =
        new FileReader(
            MediaTypes.STANDARD,
            InstantSource.fixed(Files.getLastModifiedTime(path).toInstant()),
            FileThreads.NONE);

    Response response = early.fromDisk(found(path)).full();

    assertThat(Answers.content(response)).isEqualTo("hello");
    assertThat(Answers.head(response)).doesNotContain("ETag");
  }

  private String diskTag() throws IOException {
    Response response = reader.fromDisk(found(path)).full();
    Answers.content(response);
    return tag(response);
  }

  private static String tag(Response response) {
    return Answers.head(response)
        .lines()
        .filter(line -> line.startsWith("ETag: \""))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void saysWhenTheFileWasModified() throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(NOW.minusSeconds(1)));

    assertThat(Answers.head(inMemory(found(path))))
        .contains("\r\nLast-Modified: Wed, 20 Nov 2126 11:59:59 GMT\r\n");
  }

  /**
   * Of Nix and OSTree, of zip, of Gradle, of npm, of a wrong clock, and of a broken file system.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:01Z",
        "1980-01-01T00:00:00Z",
        "1980-02-01T00:00:00Z",
        "1985-10-26T08:15:00Z",
        "2126-11-20T12:00:01Z",
        "+1000000000-12-31T23:59:59.999999999Z"
      })
  void saysNoTimeThatIsNotTheTimeOfAChange(Instant time) throws IOException {
    var odd = new Found.Fingerprint(5, FileTime.from(time), null, null);
    Response response = reader.fromDisk(source(path, odd)).full();

    assertThat(Answers.content(response)).isEqualTo("hello");
    assertThat(Answers.head(response)).doesNotContain("Last-Modified");
  }

  /** The system has no other file whose size is known and that cannot be read. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aReadThatFailsIsNotTheEndOfTheFile() {
    Path failing = Path.of("/proc/self/mem");
    var fingerprint = new Found.Fingerprint(5, FileTime.fromMillis(0), null, null);

    assertThatThrownBy(() -> reader.inMemory(source(failing, fingerprint)))
        .isInstanceOfSatisfying(IOException.class, e -> assertThat(FileError.status(e)).isNull());
  }

  /** The folder of a jar is often one that nobody may write to. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be moved there")
  void readsFilesInAJarWithoutWritingBesideIt() throws IOException {
    Path place = Files.createDirectory(folder.resolve("place"));
    Path jar = place.resolve("site.jar");
    var uri = URI.create("jar:" + jar.toUri());
    try (FileSystem files = FileSystems.newFileSystem(uri, Map.of("create", "true"))) {
      Files.writeString(files.getPath("index.html"), "hello");
    }
    try (FileSystem files = FileSystems.newFileSystem(uri, Map.of())) {
      FileSource found = found(files.getPath("index.html"));
      Files.move(place, folder.resolve("elsewhere")); // so that there is no place to write to

      assertThat(Answers.content(inMemory(found))).isEqualTo("hello");
      assertThat(Answers.content(reader.fromDisk(found).full())).isEqualTo("hello");

      Files.move(folder.resolve("elsewhere"), place); // or it cannot be closed
    }
  }

  private Response inMemory(FileSource file) throws IOException {
    return Objects.requireNonNull(reader.inMemory(file)).full();
  }

  private static ByteBuffer bytes(Response response) {
    return ((Body.Bytes) response.body()).bytes();
  }

  private static FileSource found(Path path) throws IOException {
    return source(path, FileStatus.of(path).fingerprint());
  }

  private static FileSource source(Path path, Found.Fingerprint fingerprint) {
    return FileSource.of(new Found.RegularFile(path, fingerprint), false);
  }
}
