package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class JsonFilesTest {

  private static final Path FULL = Path.of("/dev/full");

  @Test
  void aFullDiskIsNamed() {
    Assumptions.assumeTrue(Files.exists(FULL), "only Linux has " + FULL);
    assertThatThrownBy(() -> JsonFiles.writeText(FULL, "text"))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("/dev/full: No space left on device");
    assertThatThrownBy(() -> JsonFiles.appendLine(FULL, "line"))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("/dev/full: No space left on device");
  }
}
