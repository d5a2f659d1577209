package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tailgate.queue.Admission.AWAITED;
import static tailgate.queue.Admission.BACKLOG;
import static tailgate.queue.Admission.CLOSED;
import static tailgate.queue.Admission.FULL;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
  }

  @Test
  void isFirstInFirstOutAlsoWhenItWrapsAround() throws Exception {
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
  void putWaitsForRoom() throws Exception {
    fill();
    var producer = Actor.start(() -> queue.put("c")).awaitBlocked();
    assertThat(producer.isDone()).isFalse();
    assertThat(queue.take()).isEqualTo("a");
    assertThat(producer.result()).isEqualTo(BACKLOG);
    assertThat(queue.take()).isEqualTo("b");
    assertThat(queue.take()).isEqualTo("c");
  }

  @Test
  void takeWaitsForAnItem() throws Exception {
    var consumer = consumer();
    assertThat(consumer.isDone()).isFalse();
    assertThat(queue.put("a")).isEqualTo(AWAITED);
    assertThat(consumer.result()).isEqualTo("a");
  }

  @Test
  void tellsTheProducerWhetherAConsumerWaitsForIt() throws Exception {
    var first = consumer();
    var second = Actor.start(queue::take);
    awaitWaiting(2);
    assertThat(queue.put("a")).isEqualTo(AWAITED);
    assertThat(queue.put("b")).isEqualTo(AWAITED);
    assertThat(new String[] {first.result(), second.result()}).containsExactlyInAnyOrder("a", "b");
    assertThat(queue.put("c")).isEqualTo(BACKLOG);
  }

  @Test
  void interruptEndsEveryWait() throws Exception {
    var consumer = consumer();
    var second = Actor.start(queue::take);
    awaitWaiting(2);
    assertInterrupted(consumer);
    assertInterrupted(second);
    assertThat(queue.snapshot().waiting()).isZero();

    fill();
    assertInterrupted(Actor.start(() -> queue.put("c")).awaitBlocked());
    assertThat(queue.clear()).isEqualTo(2);
  }

  @Test
  void anInterruptedConsumerLeavesTheItemToTheNext() throws Exception {
    var unlucky = consumer();
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
    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.take()).isNull();
    assertThat(queue.poll()).isNull();
  }

  @Test
  void closeWakesConsumers() throws Exception {
    var consumer = consumer();
    var second = Actor.start(queue::take);
    awaitWaiting(2);
    queue.close();
    assertThat(consumer.result()).isNull();
    assertThat(second.result()).isNull();
    assertThat(queue.snapshot().released()).isEqualTo(2);
  }

  @Test
  void closeWakesProducers() throws Exception {
    fill();
    var first = Actor.start(() -> queue.put("c")).awaitBlocked();
    var second = Actor.start(() -> queue.put("d")).awaitBlocked();
    queue.close();
    assertThat(first.result()).isEqualTo(CLOSED);
    assertThat(second.result()).isEqualTo(CLOSED);
    assertThat(queue.clear()).isEqualTo(2);
  }

  @Test
  void clearMakesRoom() throws Exception {
    fill();
    var producer = Actor.start(() -> queue.put("c")).awaitBlocked();
    assertThat(queue.clear()).isEqualTo(2);
    assertThat(producer.result()).isEqualTo(BACKLOG);
    assertThat(queue.take()).isEqualTo("c");
  }

  @Test
  void releaseIdleReleasesAConsumerThatWaits() throws Exception {
    var first = consumer();
    var second = Actor.start(queue::take);
    awaitWaiting(2);
    queue.releaseIdle(1);
    awaitWaiting(1);
    queue.put("a");
    assertThat(new @Nullable String[] {first.result(), second.result()})
        .containsExactlyInAnyOrder(null, "a");
    assertThat(queue.snapshot().released()).isEqualTo(1);
  }

  @Test
  void noConsumerIsReleasedWhileAnItemIsInside() throws Exception {
    queue.put("a");
    queue.releaseIdle(1);
    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.take()).isNull();
    assertThat(queue.poll()).isNull();
    assertThat(queue.snapshot().released()).isEqualTo(1);
  }

  @Test
  void releaseAnyReleasesAConsumerThatComesWhileAnItemIsInside() throws Exception {
    queue.put("a");
    queue.releaseAny(1);
    assertThat(queue.take()).isNull();
    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.snapshot().released()).isEqualTo(1);
  }

  @Test
  void releaseAnyReleasesAConsumerThatWaits() throws Exception {
    var consumer = consumer();
    queue.releaseAny(1);
    assertThat(consumer.result()).isNull();
    assertThat(queue.snapshot().released()).isEqualTo(1);
  }

  @Test
  void releaseAnyCanBeCancelled() throws Exception {
    queue.put("a");
    queue.releaseAny(1);
    queue.releaseIdle(1);
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void aReleaseCanBeCancelled() throws Exception {
    queue.releaseIdle(3);
    queue.releaseIdle(0);
    var consumer = consumer();
    queue.put("a");
    assertThat(consumer.result()).isEqualTo("a");
  }

  private void fill() throws InterruptedException {
    queue.put("a");
    queue.put("b");
  }

  private Actor<@Nullable String> consumer() {
    Actor<@Nullable String> consumer = Actor.start(queue::take);
    awaitWaiting(1);
    return consumer;
  }

  private void awaitWaiting(int consumers) {
    Eventually.until(() -> queue.snapshot().waiting() == consumers);
  }

  private static void assertInterrupted(Actor<?> actor) {
    actor.interrupt();
    assertThatThrownBy(actor::result).hasCauseInstanceOf(InterruptedException.class);
  }
}
