package tailgate.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunQueueWaitTest {

  private static final long MILLI = 1_000_000;

  @TempDir Path folder;
  private Path schedstat;
  private RunQueueWait wait;

  @BeforeEach
  void begin() throws IOException {
    schedstat = folder.resolve("schedstat");
    kernelSays("100 2500 3\n");
    wait = new RunQueueWait(schedstat.toString());
  }

  @Test
  void nothingIsKnownUntilTheSecondSlowRequest() {
    assertThat(wait.lately(5 * MILLI)).isNegative();
    assertThat(wait.atSlowRequest(10 * MILLI)).isNegative();
    assertThat(wait.lately(20 * MILLI)).isNegative();
    assertThat(wait.atSlowRequest(30 * MILLI)).isEqualTo(2500);
  }

  @Test
  void whatIsLessThanAMillisecondOldIsNotReadAgain() throws Exception {
    readAt(30 * MILLI);
    kernelSays("200 1234567890123 4\n");

    assertThat(wait.lately(30 * MILLI + 999_999)).isEqualTo(2500);
    assertThat(wait.lately(31 * MILLI)).isEqualTo(1_234_567_890_123L);
  }

  @Test
  void aSlowRequestIsReadAtItsEnd() throws Exception {
    readAt(30 * MILLI);
    kernelSays("200 3500 4\n");

    assertThat(wait.atSlowRequest(30 * MILLI + 1)).isEqualTo(3500);
  }

  @Test
  void anotherSystemSaysNothing() throws Exception {
    Files.delete(schedstat);
    readAt(30 * MILLI);

    assertThat(wait.atSlowRequest(40 * MILLI)).isNegative();
  }

  @Test
  void whatIsNoNumberSaysNothing() throws Exception {
    kernelSays("none\n");
    readAt(30 * MILLI);

    assertThat(wait.atSlowRequest(40 * MILLI)).isNegative();
  }

  @Test
  void aVirtualThreadHasNone() throws Exception {
    Thread.startVirtualThread(() -> wait = RunQueueWait.ofThread()).join();

    assertThat(wait).isNull();
  }

  private void readAt(long now) {
    wait.atSlowRequest(now - MILLI);
    wait.atSlowRequest(now);
  }

  private void kernelSays(String line) throws IOException {
    Files.writeString(schedstat, line);
  }
}
