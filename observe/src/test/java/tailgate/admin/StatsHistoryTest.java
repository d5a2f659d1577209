package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tailgate.admin.StatsHistory.Sample;

final class StatsHistoryTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  private final StatsHistory history = new StatsHistory(3);

  @Test
  void tellsWhatCameAfterTheOneThatWasSeen() throws Exception {
    add(1, 2, 3);
    assertThat(numbers(0)).containsExactly(1L, 2L, 3L);
    assertThat(numbers(2)).containsExactly(3L);
    assertThat(history.after(2, LONG).getFirst().stats().uptimeSeconds()).isEqualTo(3);
    assertThat(history.latest()).isEqualTo(3);
  }

  @Test
  void keepsTheLatestOnlySoASlowReaderMissesSome() throws Exception {
    add(1, 2, 3, 4, 5);
    assertThat(numbers(1)).containsExactly(3L, 4L, 5L);
  }

  @Test
  void waitsForTheNextOne() throws Exception {
    add(1);
    CompletableFuture<List<Sample>> next = waiting(1);
    assertThat(next).isNotDone();
    add(2);
    assertThat(next.get()).extracting(Sample::number).containsExactly(2L);
  }

  @Test
  void waitsNoLongerThanAsked() throws Exception {
    assertThat(history.after(0, Duration.ofMillis(1))).isEmpty();
  }

  @Test
  void hasNothingOnceItIsClosedAndNobodyWaits() throws Exception {
    add(1);
    CompletableFuture<List<Sample>> next = waiting(1);
    history.close();
    assertThat(next.get()).isEmpty();
    add(2);
    assertThat(history.after(0, LONG)).isEmpty();
    assertThat(history.closed()).isTrue();
  }

  private void add(int... uptimes) {
    for (int uptime : uptimes) {
      history.add(SomeStats.of(uptime));
    }
  }

  private List<Long> numbers(long after) throws InterruptedException {
    return history.after(after, LONG).stream().map(Sample::number).toList();
  }

  /** A reader that waits, on a thread of its own. */
  private CompletableFuture<List<Sample>> waiting(long after) throws InterruptedException {
    var result = new CompletableFuture<List<Sample>>();
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    result.complete(history.after(after, LONG));
                  } catch (InterruptedException e) {
                    result.completeExceptionally(e);
                  }
                });
    while (reader.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return result;
  }
}
