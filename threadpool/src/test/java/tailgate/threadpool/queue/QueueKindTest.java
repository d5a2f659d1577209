package tailgate.threadpool.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.Actor;

/** What every kind of queue promises, ours and the JDK's. */
@ParameterizedClass
@EnumSource(QueueKind.class)
final class QueueKindTest {

  private final QueueKind kind;
  private final BlockingQueue<String> queue;

  QueueKindTest(QueueKind kind) {
    this.kind = kind;
    this.queue = kind.create(2);
  }

  @Test
  void refusesACapacityBelowOne() {
    assertThatThrownBy(() -> kind.create(0)).isInstanceOf(IllegalArgumentException.class);
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesNullAndIsNoneTheFullerForIt() {
    assertThatNullPointerException().isThrownBy(() -> queue.put(null));
    assertThatNullPointerException().isThrownBy(() -> queue.offer(null));
    assertThat(queue.remainingCapacity()).isEqualTo(2);
    assertThat(queue).isEmpty();
  }

  @Test
  void isFirstInFirstOutAlsoWhenItWrapsAround() throws Exception {
    for (int i = 0; i < 5; i++) {
      queue.put("a" + i);
      queue.put("b" + i);
      assertThat(queue).containsExactly("a" + i, "b" + i);
      assertThat(queue.take()).isEqualTo("a" + i);
      assertThat(queue.poll()).isEqualTo("b" + i);
      assertThat(queue.poll()).isNull();
    }
  }

  @Test
  void holdsNoMoreThanItsCapacity() throws Exception {
    fill();
    assertThat(queue.offer("c")).isFalse();
    assertThat(queue).hasSize(2);
    assertThat(queue.remainingCapacity()).isZero();
    assertThat(queue.peek()).isEqualTo("a");
    queue.take();
    assertThat(queue.remainingCapacity()).isEqualTo(1);
    assertThat(queue.offer("c")).isTrue();
  }

  @Test
  void putWaitsForRoom() throws Exception {
    fill();
    var producer = producer("c").awaitBlocked();
    assertThat(queue.take()).isEqualTo("a");
    producer.result();
    assertThat(queue.take()).isEqualTo("b");
    assertThat(queue.take()).isEqualTo("c");
  }

  @Test
  void pollRemoveAndDrainMakeRoomToo() throws Exception {
    fill();
    var producer = producer("c").awaitBlocked();
    assertThat(queue.poll()).isEqualTo("a");
    producer.result();
    producer = producer("d").awaitBlocked();
    assertThat(queue.remove("b")).isTrue();
    producer.result();
    producer = producer("e").awaitBlocked();
    List<String> drained = new ArrayList<>();
    assertThat(queue.drainTo(drained, 1)).isEqualTo(1);
    producer.result();
    assertThat(queue.drainTo(drained)).isEqualTo(2);
    assertThat(drained).containsExactly("c", "d", "e");
  }

  @Test
  void takeWaitsForAnItem() throws Exception {
    var consumer = Actor.start(queue::take).awaitBlocked();
    queue.put("a");
    assertThat(consumer.result()).isEqualTo("a");
  }

  @Test
  void everyItemWakesAConsumer() throws Exception {
    var first = Actor.start(queue::take).awaitBlocked();
    var second = Actor.start(queue::take).awaitBlocked();
    queue.put("a");
    queue.put("b");
    assertThat(new String[] {first.result(), second.result()}).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void removesOneItemAndKeepsTheOrderOfTheOthers() {
    BlockingQueue<String> longer = kind.create(4);
    longer.addAll(List.of("a", "b", "c", "d"));
    assertThat(longer.remove("x")).isFalse();
    assertThat(longer.remove("b")).isTrue();
    assertThat(longer.remove("b")).isFalse();
    assertThat(longer.remainingCapacity()).isEqualTo(1);
    assertThat(longer.offer("e")).isTrue();
    assertThat(longer).containsExactly("a", "c", "d", "e");
  }

  @Test
  void anInterruptEndsEveryWaitAndNothingHasHappened() throws Exception {
    assertInterrupted(Actor.start(queue::take).awaitBlocked());
    fill();
    assertInterrupted(producer("c").awaitBlocked());
    assertThat(queue).containsExactly("a", "b");
    queue.clear();
    assertThat(queue.remainingCapacity()).isEqualTo(2);
  }

  /** The interrupt and the item come at once, and it is open which of them the waiter notices. */
  @Test
  void anInterruptedWaiterLeavesItsWakeUpToTheNext() throws Exception {
    for (int round = 0; round < 200; round++) {
      var unlucky = Actor.start(this::takeUnlessInterrupted).awaitBlocked();
      var lucky = Actor.start(queue::take).awaitBlocked();
      if (round % 2 == 0) {
        unlucky.interrupt();
        queue.put("a");
      } else {
        queue.put("a");
        unlucky.interrupt();
      }
      if (unlucky.result() != null) {
        queue.put("a");
      }
      assertThat(lucky.result()).isEqualTo("a");
      assertThat(queue).isEmpty();
    }
  }

  private @Nullable String takeUnlessInterrupted() {
    try {
      return queue.take();
    } catch (InterruptedException instead) {
      return null;
    }
  }

  private void fill() throws InterruptedException {
    queue.put("a");
    queue.put("b");
  }

  private Actor<@Nullable Void> producer(String item) {
    return Actor.start(
        () -> {
          queue.put(item);
          return null;
        });
  }

  private static void assertInterrupted(Actor<?> actor) {
    actor.interrupt();
    assertThatThrownBy(actor::result).hasCauseInstanceOf(InterruptedException.class);
  }
}
