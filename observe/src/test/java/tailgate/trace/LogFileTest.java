package tailgate.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {

  @TempDir Path folder;

  @Test
  void appendsToWhatIsThere() throws IOException {
    Path path = Files.writeString(path(), "before\n");
    try (LogFile file = LogFile.open(path)) {
      write(file, "after\n");
      assertThat(file.reopenIfMoved()).isFalse();
    }
    assertThat(path).hasContent("before\nafter\n");
  }

  @Test
  void beginsANewFileWhenTheOldOneIsMovedAway() throws IOException {
    try (LogFile file = LogFile.open(path())) {
      write(file, "old\n");
      Path moved = Files.move(path(), folder.resolve("access.log.1"));
      write(file, "still\n");
      assertThat(file.reopenIfMoved()).isTrue();
      assertThat(file.reopenIfMoved()).isFalse();
      write(file, "new\n");
      assertThat(moved).hasContent("old\nstill\n");
      assertThat(path()).hasContent("new\n");
    }
  }

  /** It has the addresses of clients and what they asked for. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void makesNoFileThatEverybodyMayRead() throws IOException {
    try (LogFile file = LogFile.open(path())) {
      assertThat(permissions()).startsWith("rw-").endsWith("---");
      Files.move(path(), folder.resolve("access.log.1"));
      assertThat(file.reopenIfMoved()).isTrue();
      assertThat(permissions()).startsWith("rw-").endsWith("---");
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void leavesThePermissionsOfAFileThatIsThere() throws IOException {
    Files.setPosixFilePermissions(
        Files.createFile(path()), PosixFilePermissions.fromString("rw-rw-rw-"));
    try (LogFile file = LogFile.open(path())) {
      write(file, "x\n");
    }
    assertThat(permissions()).isEqualTo("rw-rw-rw-");
  }

  private String permissions() throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path()));
  }

  @Test
  void takesTheFileThatAnotherHasPutInItsPlace() throws IOException {
    try (LogFile file = LogFile.open(path())) {
      write(file, "old\n");
      Files.move(path(), folder.resolve("access.log.1"));
      Files.writeString(path(), "theirs\n");
      assertThat(file.reopenIfMoved()).isTrue();
      write(file, "new\n");
    }
    assertThat(path()).hasContent("theirs\nnew\n");
  }

  @Test
  void goesOnAtTheBeginningOfAFileThatWasCutToNothing() throws IOException {
    try (LogFile file = LogFile.open(path())) {
      write(file, "copied\n");
      assertThat(file.reopenIfMoved()).isFalse();
      Files.write(path(), new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
      assertThat(file.reopenIfMoved()).isTrue();
      write(file, "new\n");
    }
    assertThat(path()).hasContent("new\n");
  }

  @Test
  void goesOnWithTheOldFileWhereNoNewOneCanBe() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("logs")).resolve("access.log");
    try (LogFile file = LogFile.open(inside)) {
      Path moved = Files.move(inside.getParent(), folder.resolve("gone"));
      assertThatThrownBy(file::reopenIfMoved).isInstanceOf(NoSuchFileException.class);
      write(file, "still\n");
      assertThat(moved.resolve("access.log")).hasContent("still\n");
    }
  }

  @Test
  void standardOutputTakesWholeLinesInPiecesThatAPipeDoesNotTear() throws IOException {
    ByteBuffer lines = ByteBuffer.wrap(("x".repeat(99) + "\n").repeat(100).getBytes(US_ASCII));
    try (FileChannel channel =
        FileChannel.open(path(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      StandardOutput out = new StandardOutput(channel);
      assertThat(out.write(lines)).isEqualTo(4000);
      while (lines.hasRemaining()) {
        assertThat(out.write(lines) % 100).isZero();
      }
    }
    assertThat(Files.readAllLines(path())).hasSize(100);
  }

  private Path path() {
    return folder.resolve("access.log");
  }

  private static void write(LogFile file, String text) throws IOException {
    file.write(ByteBuffer.wrap(text.getBytes(US_ASCII)));
  }
}
