package tailgate.virtualthreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.RecordingState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class PinnedThreadsTest {

  @Test
  void countsNothingWhereNothingIsPinnedAndEndsWithItsExecutor() {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var pinned = new PinnedThreads(executor);
      assumeThat(pinned.count()).isPresent();
      Awaitility.await().until(PinnedThreadsTest::listens);
      assertThat(pinned.count()).hasValue(0);
    }
    Awaitility.await().until(() -> !listens());
  }

  /** Of the same name as the server's, which is not to be recorded with every request. */
  @Name("tailgate.Request")
  private static final class RequestEvent extends Event {}

  @Test
  void recordsNothingButWhatItCounts() {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var pinned = new PinnedThreads(executor);
      assumeThat(pinned.count()).isPresent();
      Awaitility.await().until(PinnedThreadsTest::records);
      assertThat(new RequestEvent().isEnabled()).isFalse();
    }
  }

  private static boolean records() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .anyMatch(recording -> recording.getState() == RecordingState.RUNNING);
  }

  @Test
  void countsWaitsThatHoldOnToTheirCarrier() throws Exception {
    assumeThat(Runtime.version().feature()).as("synchronized pins").isLessThan(24);
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var pinned = new PinnedThreads(executor);
      assumeThat(pinned.count()).isPresent();
      Awaitility.await()
          .until(
              () -> {
                executor.submit(PinnedThreadsTest::waitPinned).get();
                return pinned.count().orElseThrow() > 0;
              });
    }
  }

  private static synchronized void waitPinned() {
    LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
  }

  private static boolean listens() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("tailgate-pinned"));
  }
}
