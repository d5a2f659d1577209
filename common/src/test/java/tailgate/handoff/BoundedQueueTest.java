package tailgate.handoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tailgate.handoff.Admission.AWAITED;
import static tailgate.handoff.Admission.BACKLOG;
import static tailgate.handoff.Admission.CLOSED;
import static tailgate.handoff.Admission.FULL;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class BoundedQueueTest {
  private final BoundedQueue<String> queue = new BoundedQueue<>(2);

  @Test
  void refusesACapacityOutOfRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedQueue<>(0))
        .withMessage("capacity must be from 1 to 1048576, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedQueue<>(1_048_577))
        .withMessage("capacity must be from 1 to 1048576, not 1048577");
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesNull() {
    assertThatNullPointerException().isThrownBy(() -> queue.put(null));
    assertThatNullPointerException().isThrownBy(() -> queue.offer(null));
    assertThatNullPointerException().isThrownBy(() -> queue.offer(null, Duration.ZERO));
  }

  @Test
  void givesFirstWhatCameFirstAlsoWhenItWrapsRound() throws Exception {
    for (int i = 0; i < 5; i++) {
      queue.put("a" + i);
      queue.put("b" + i);
      assertThat(queue.take()).isEqualTo("a" + i);
      assertThat(queue.take()).isEqualTo("b" + i);
    }
  }

  @Test
  void tellsItsDepth() throws Exception {
    assertThat(queue.depth()).isZero();
    queue.put("a");
    queue.put("b");
    assertThat(queue.depth()).isEqualTo(2);
    queue.take();
    assertThat(queue.depth()).isEqualTo(1);
    assertThat(queue.capacity()).isEqualTo(2);
  }

  @Test
  void offerDoesNotWaitForRoom() {
    assertThat(queue.offer("a")).isEqualTo(BACKLOG);
    assertThat(queue.offer("b")).isEqualTo(BACKLOG);
    assertThat(queue.offer("c")).isEqualTo(FULL);
  }

  @Test
  void timedOfferGivesUp() throws Exception {
    fill();
    assertThat(queue.offer("c", Duration.ofMillis(1))).isEqualTo(FULL);
    assertThat(queue.offer("c", Duration.ZERO)).isEqualTo(FULL);
  }

  @Test
  void timedOfferIsLetInWhenThereIsRoom() throws Exception {
    fill();
    var bringer = Actor.start(() -> queue.offer("c", Duration.ofMinutes(1))).awaitBlocked();
    assertThat(queue.take()).isEqualTo("a");
    assertThat(bringer.result()).isEqualTo(BACKLOG);
  }

  @Test
  void putWaitsForRoom() throws Exception {
    fill();
    var bringer = Actor.start(() -> queue.put("c")).awaitBlocked();
    assertThat(bringer.isDone()).isFalse();
    assertThat(queue.take()).isEqualTo("a");
    assertThat(bringer.result()).isEqualTo(BACKLOG);
    assertThat(queue.take()).isEqualTo("b");
    assertThat(queue.take()).isEqualTo("c");
  }

  @Test
  void takeWaitsForAnItem() throws Exception {
    var taker = taker();
    assertThat(taker.isDone()).isFalse();
    assertThat(queue.put("a")).isEqualTo(AWAITED);
    assertThat(taker.result()).isEqualTo("a");
  }

  @Test
  void pollGivesUp() throws Exception {
    assertThat(queue.poll(Duration.ofMillis(1))).isNull();
    queue.put("a");
    assertThat(queue.poll(Duration.ZERO)).isEqualTo("a");
  }

  @Test
  void pollTakesWhatComesInTime() throws Exception {
    var taker = Actor.start(() -> queue.poll(Duration.ofMinutes(1)));
    awaitWaiting(1);
    queue.put("a");
    assertThat(taker.result()).isEqualTo("a");
    assertThat(queue.snapshot().waiting()).isZero();
  }

  @Test
  void tellsTheBringerWhetherATakerWaitsForIt() throws Exception {
    var first = taker();
    var second = Actor.start(queue::take);
    awaitWaiting(2);
    assertThat(queue.put("a")).isEqualTo(AWAITED);
    assertThat(queue.put("b")).isEqualTo(AWAITED);
    assertThat(new String[] {first.result(), second.result()}).containsExactlyInAnyOrder("a", "b");
    assertThat(queue.put("c")).isEqualTo(BACKLOG);
  }

  @Test
  void interruptEndsEveryWait() throws Exception {
    var taker = taker();
    var poller = Actor.start(() -> queue.poll(Duration.ofMinutes(1)));
    awaitWaiting(2);
    assertInterrupted(taker);
    assertInterrupted(poller);
    assertThat(queue.snapshot().waiting()).isZero();

    fill();
    assertInterrupted(Actor.start(() -> queue.put("c")).awaitBlocked());
    assertInterrupted(Actor.start(() -> queue.offer("c", Duration.ofMinutes(1))).awaitBlocked());
    assertThat(queue.drain()).containsExactly("a", "b");
  }

  @Test
  void anInterruptedTakerLeavesTheItemToTheNext() throws Exception {
    var unlucky = taker();
    var lucky = Actor.start(queue::take);
    awaitWaiting(2);
    unlucky.interrupt();
    queue.put("a");
    // Whichever of the two the signal met: the item is taken by the one that was not interrupted,
    // or was taken just before the interrupt and then the other still waits.
    Eventually.until(() -> queue.depth() == 0);
    queue.close();
    boolean takenByLucky = "a".equals(lucky.result());
    if (takenByLucky) {
      assertThatThrownBy(unlucky::result).hasCauseInstanceOf(InterruptedException.class);
    } else {
      assertThat(unlucky.result()).isEqualTo("a");
    }
  }

  @Test
  void closedItRefusesButStillGives() throws Exception {
    queue.put("a");
    queue.close();
    assertThat(queue.isClosed()).isTrue();
    assertThat(queue.put("b")).isEqualTo(CLOSED);
    assertThat(queue.offer("b")).isEqualTo(CLOSED);
    assertThat(queue.offer("b", Duration.ofMinutes(1))).isEqualTo(CLOSED);
    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.take()).isNull();
    assertThat(queue.poll(Duration.ofMinutes(1))).isNull();
  }

  @Test
  void closeWakesTakers() throws Exception {
    var taker = taker();
    var poller = Actor.start(() -> queue.poll(Duration.ofMinutes(1)));
    awaitWaiting(2);
    queue.close();
    assertThat(taker.result()).isNull();
    assertThat(poller.result()).isNull();
    assertThat(queue.snapshot().released()).isEqualTo(2);
  }

  @Test
  void closeWakesBringers() throws Exception {
    fill();
    var put = Actor.start(() -> queue.put("c")).awaitBlocked();
    var offer = Actor.start(() -> queue.offer("d", Duration.ofMinutes(1))).awaitBlocked();
    queue.close();
    assertThat(put.result()).isEqualTo(CLOSED);
    assertThat(offer.result()).isEqualTo(CLOSED);
    assertThat(queue.drain()).containsExactly("a", "b");
  }

  @Test
  void drainMakesRoom() throws Exception {
    fill();
    var bringer = Actor.start(() -> queue.put("c")).awaitBlocked();
    assertThat(queue.drain()).containsExactly("a", "b");
    assertThat(bringer.result()).isEqualTo(BACKLOG);
    assertThat(queue.take()).isEqualTo("c");
  }

  @Test
  void dismissSendsAwayATakerThatWaits() throws Exception {
    var first = taker();
    var second = Actor.start(queue::take);
    awaitWaiting(2);
    queue.dismiss(1);
    awaitWaiting(1);
    queue.put("a");
    assertThat(new @Nullable String[] {first.result(), second.result()})
        .containsExactlyInAnyOrder(null, "a");
    assertThat(queue.snapshot().released()).isEqualTo(1);
  }

  @Test
  void nobodyIsSentAwayPastAnItem() throws Exception {
    queue.put("a");
    queue.dismiss(1);
    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.take()).isNull();
    assertThat(queue.poll(Duration.ZERO)).isNull();
    assertThat(queue.snapshot().released()).isEqualTo(1);
  }

  @Test
  void aDismissalCanBeTakenBack() throws Exception {
    queue.dismiss(3);
    queue.dismiss(0);
    var taker = taker();
    queue.put("a");
    assertThat(taker.result()).isEqualTo("a");
  }

  private void fill() throws InterruptedException {
    queue.put("a");
    queue.put("b");
  }

  private Actor<@Nullable String> taker() {
    Actor<@Nullable String> taker = Actor.start(queue::take);
    awaitWaiting(1);
    return taker;
  }

  private void awaitWaiting(int takers) {
    Eventually.until(() -> queue.snapshot().waiting() == takers);
  }

  private static void assertInterrupted(Actor<?> actor) {
    actor.interrupt();
    assertThatThrownBy(actor::result).hasCauseInstanceOf(InterruptedException.class);
  }
}
