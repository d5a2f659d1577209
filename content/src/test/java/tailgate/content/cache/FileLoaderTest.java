package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.file.Compression;
import tailgate.content.file.FileReader;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.FileStatus;
import tailgate.content.site.FileThreads;
import tailgate.content.site.Found;
import tailgate.http.ContentCoding;
import tailgate.http.PathBytes;

final class FileLoaderTest {

  @TempDir private Path folder;

  /** The system has no other file whose size is known and that cannot be read. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aSiblingThatTheDiskDoesNotGiveIsToldAndLeftOut() throws IOException {
    InstantSource clock = InstantSource.system();
    var reader = new FileReader(MediaTypes.STANDARD, clock, FileThreads.NONE);
    var loader = new FileLoader(reader, Compression.DEFAULT, clock);
    Path path = Files.writeString(folder.resolve("a.css"), "body {}");
    var fingerprint = new Found.Fingerprint(5, FileTime.fromMillis(0), null, null);
    var failing = new Found.Sibling(ContentCoding.BR, Path.of("/proc/self/mem"), fingerprint);
    var file =
        new Found.RegularFile(path, FileStatus.of(path).fingerprint()).with(List.of(failing));
    List<IOException> told = new ArrayList<>();

    CachedFile loaded =
        Objects.requireNonNull(loader.load(PathBytes.of("/a.css"), file, 0, told::add));

    assertThat(loaded.variants().count()).isEqualTo(1);
    assertThat(told).hasSize(1);
  }
}
