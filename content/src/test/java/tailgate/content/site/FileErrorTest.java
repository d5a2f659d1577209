package tailgate.content.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Status;

class FileErrorTest {

  @TempDir Path folder;

  @Test
  void whatCannotExistIsNotFound() throws IOException {
    Files.writeString(folder.resolve("file"), "x");
    Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));

    for (String name : new String[] {"none", "file/x", "loop", "loop/x", "n".repeat(300)}) {
      assertThat(status(folder.resolve(name))).as(name).isEqualTo(Status.NOT_FOUND);
    }
  }

  @Test
  void whatMayNotBeReadIsForbidden() {
    assertThat(FileError.status(new AccessDeniedException("a"))).isEqualTo(Status.FORBIDDEN);
    assertThat(FileError.status(new NoSuchFileException("a"))).isEqualTo(Status.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Input/output error",
        "Stale file handle",
        "Connection timed out",
        "Transport endpoint is not connected",
        "Too many open files",
        "Eingabe-/Ausgabefehler"
      })
  void aFailureOfTheDiskSaysNothingOfTheFile(String reason) {
    assertThat(FileError.status(new FileSystemException("a", null, reason))).isNull();
    assertThat(FileError.status(new IOException(reason))).isNull();
  }

  private static @Nullable Status status(Path path) {
    return FileError.status(
        catchThrowableOfType(
            IOException.class, () -> Files.readAttributes(path, BasicFileAttributes.class)));
  }
}
