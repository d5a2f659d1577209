package tailgate.lab.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;

final class ResultFolderTest {

  private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 29, 12, 0, 5);

  @TempDir private Path temporary;

  @Test
  void twoCommandsInTheSameSecondHaveTwoFolders() throws IOException {
    Path usual = temporary.resolve("target/compare");

    assertThat(ResultFolder.create(usual, NOON)).isEqualTo(usual.resolve("20261129-120005"));
    assertThat(ResultFolder.create(usual, NOON)).isEqualTo(usual.resolve("20261129-120005-2"));
    assertThat(ResultFolder.create(usual, NOON)).isEqualTo(usual.resolve("20261129-120005-3"));
  }

  @Test
  void aChosenFolderMayBeThereIfItIsEmpty() throws IOException, LabException {
    Path chosen = temporary.resolve("chosen");

    assertThat(ResultFolder.create(chosen, temporary)).isEqualTo(chosen).isEmptyDirectory();
    assertThat(ResultFolder.create(chosen, temporary)).isEqualTo(chosen);
    Files.createFile(chosen.resolve("runs.jsonl"));
    assertThatThrownBy(() -> ResultFolder.create(chosen, temporary))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is not empty");
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));

    assertThatThrownBy(() -> ResultFolder.create(file, temporary))
        .isInstanceOf(LabException.class)
        .hasMessage(file + " is a file, and not a folder for results");
  }
}
