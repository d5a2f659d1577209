package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopWatchTest {

  /** The state of the process in each millisecond. */
  private static final String STATES = "SRSTTTTRS";

  @TempDir Path proc;

  private int millis;

  @BeforeEach
  void begin() throws IOException {
    write();
  }

  @Test
  void measuresForHowLongTheProcessIsStopped() throws Exception {
    assertThat(watch().nextStop()).hasValue(4_000_000);
  }

  @Test
  void aProcessThatEndsWasNotStopped() throws Exception {
    Files.delete(proc.resolve("42/stat"));

    assertThat(watch().nextStop()).isEmpty();
  }

  private StopWatch watch() {
    return new StopWatch(proc, 42, () -> millis * 1_000_000L, this::aMillisecond);
  }

  private void aMillisecond() {
    millis++;
    try {
      write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write() throws IOException {
    Files.createDirectories(proc.resolve("42"));
    Files.writeString(proc.resolve("42/stat"), "42 (T) T) " + STATES.charAt(millis) + " 1 42\n");
  }
}
