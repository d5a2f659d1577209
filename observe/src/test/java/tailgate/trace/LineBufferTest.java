package tailgate.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LineBufferTest {

  private static final long FOR_EVER = Duration.ofHours(1).toNanos();

  private final LineBuffer lines = new LineBuffer(8);

  @Test
  void linesComeOutWholeAndInTheirOrder() throws Exception {
    append("a\n");
    append("bc\n");
    assertThat(take(0)).isEqualTo("a\nbc\n");
    append("d\n");
    assertThat(take(0)).isEqualTo("d\n");
    assertThat(take(0)).isEmpty();
    assertThat(lines.appended()).isEqualTo(3);
  }

  @Test
  void theWriterIsWokenWhenItIsHalfFull() throws Exception {
    var batch = new FutureTask<>(() -> take(FOR_EVER));
    Thread writer = Thread.ofPlatform().start(batch);
    append("ab\n");
    awaitWaiting(writer);
    append("\n");
    assertThat(batch.get()).isEqualTo("ab\n\n");
  }

  @Test
  void aLineThatFindsNoRoomWaitsUntilSomeIsTaken() throws Exception {
    append("1234567\n");
    var late = new FutureTask<>(() -> append("8\n"));
    awaitWaiting(Thread.ofPlatform().start(late));
    assertThat(take(0)).isEqualTo("1234567\n");
    assertThat(late.get()).isTrue();
    assertThat(take(0)).isEqualTo("8\n");
  }

  @Test
  void aLineThatIsOfferedDoesNotWaitForRoom() throws Exception {
    append("1234567\n");
    assertThat(offer("8\n")).isFalse();
    assertThat(take(0)).isEqualTo("1234567\n");
    assertThat(offer("8\n")).isTrue();
    assertThat(take(0)).isEqualTo("8\n");
    assertThat(lines.appended()).isEqualTo(2);
    lines.close();
    assertThat(offer("9\n")).isFalse();
  }

  @Test
  void whoIsInterruptedGivesUpItsLineAndStaysInterrupted() throws Exception {
    append("1234567\n");
    var late = new FutureTask<>(() -> !append("8\n") && Thread.currentThread().isInterrupted());
    Thread waiting = Thread.ofPlatform().start(late);
    awaitWaiting(waiting);
    waiting.interrupt();
    assertThat(late.get()).isTrue();
    assertThat(lines.appended()).isEqualTo(1);
  }

  @Test
  void oneThatIsClosedTakesNothingAndStillGivesWhatItHas() throws Exception {
    append("1234567\n");
    var late = new FutureTask<>(() -> append("8\n"));
    awaitWaiting(Thread.ofPlatform().start(late));
    lines.close();
    assertThat(late.get()).isFalse();
    assertThat(append("9\n")).isFalse();
    assertThat(lines.isFinished()).isFalse();
    assertThat(take(FOR_EVER)).isEqualTo("1234567\n");
    assertThat(lines.isFinished()).isTrue();
  }

  private boolean append(String line) {
    return lines.append(line.getBytes(US_ASCII), line.length());
  }

  private boolean offer(String line) {
    return lines.offer(line.getBytes(US_ASCII), line.length());
  }

  private String take(long nanos) throws InterruptedException {
    ByteBuffer batch = lines.take(nanos);
    return US_ASCII.decode(batch).toString();
  }

  private static void awaitWaiting(Thread thread) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                thread.getState() == Thread.State.WAITING
                    || thread.getState() == Thread.State.TIMED_WAITING);
  }
}
