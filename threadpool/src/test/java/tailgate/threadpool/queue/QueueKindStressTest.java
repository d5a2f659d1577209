package tailgate.threadpool.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.Actor;

/** A queue of 3 between 8 threads: everybody waits all the time, on both sides. */
@Tag("slow")
@ParameterizedClass
@EnumSource(QueueKind.class)
final class QueueKindStressTest {
  private static final int PRODUCERS = 4;
  private static final int CONSUMERS = 4;
  private static final int ITEMS = 3_000;

  private record Item(int producer, int number) {}

  private static final Item END = new Item(-1, -1);

  private final BlockingQueue<Item> queue;
  private final List<Actor<List<Item>>> consumers = new ArrayList<>();
  private final LongAdder interrupts = new LongAdder();

  QueueKindStressTest(QueueKind kind) {
    queue = kind.create(3);
  }

  @Test
  void nothingIsLostOrGivenTwiceAndEachProducersOrderIsKept() throws Exception {
    for (int i = 0; i < CONSUMERS; i++) {
      consumers.add(Actor.start(this::consumeAll));
    }
    produceAll(() -> {});
    assertAllTaken(PRODUCERS * ITEMS);
  }

  /** As when a pool is told to change its size, or a future is cancelled, at a bad moment. */
  @Test
  void interruptsLoseNothing() throws Exception {
    for (int i = 0; i < CONSUMERS; i++) {
      consumers.add(Actor.start(this::consumeAll));
    }
    int[] next = {0};
    produceAll(() -> consumers.get(next[0]++ % CONSUMERS).interrupt());
    assertAllTaken(PRODUCERS * ITEMS);
  }

  /** As a submitter does that learns that the pool was shut down. */
  @Test
  void whatIsRemovedIsNotTakenAndWhatIsNotIs() throws Exception {
    LongAdder removed = new LongAdder();
    for (int i = 0; i < CONSUMERS; i++) {
      consumers.add(Actor.start(this::consumeAll));
    }
    List<Actor<@Nullable Void>> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      int producer = i;
      producers.add(
          Actor.start(
              () -> {
                for (int number = 0; number < ITEMS; number++) {
                  Item item = new Item(producer, number);
                  queue.put(item);
                  if (queue.remove(item)) {
                    removed.increment();
                  }
                }
                return null;
              }));
    }
    for (Actor<@Nullable Void> producer : producers) {
      producer.result();
    }
    assertAllTaken(PRODUCERS * ITEMS - removed.intValue());
  }

  private void produceAll(Runnable disturbance) throws Exception {
    List<Actor<@Nullable Void>> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      int producer = i;
      producers.add(Actor.start(() -> produce(producer)));
    }
    while (!producers.stream().allMatch(Actor::isDone)) {
      disturbance.run();
      Thread.onSpinWait();
    }
    for (Actor<@Nullable Void> producer : producers) {
      producer.result();
    }
  }

  private @Nullable Void produce(int producer) throws InterruptedException {
    for (int number = 0; number < ITEMS; number++) {
      queue.put(new Item(producer, number));
    }
    return null;
  }

  private List<Item> consumeAll() {
    List<Item> items = new ArrayList<>();
    while (true) {
      try {
        Item item = queue.take();
        if (item.equals(END)) {
          return items;
        }
        items.add(item);
      } catch (InterruptedException disturbed) {
        interrupts.increment();
      }
    }
  }

  private void assertAllTaken(int expected) throws Exception {
    for (int i = 0; i < CONSUMERS; i++) {
      queue.put(END); // a consumer stops at the first
    }
    List<Item> taken = new ArrayList<>();
    for (Actor<List<Item>> consumer : consumers) {
      List<Item> own = consumer.result();
      assertRising(own);
      taken.addAll(own);
    }
    assertThat(taken).hasSize(expected).doesNotHaveDuplicates();
    assertThat(queue).isEmpty();
    assertThat(queue.remainingCapacity()).isEqualTo(3);
  }

  private static void assertRising(List<Item> items) {
    int[] next = new int[PRODUCERS];
    for (Item item : items) {
      assertThat(item.number()).isGreaterThanOrEqualTo(next[item.producer()]);
      next[item.producer()] = item.number() + 1;
    }
  }
}
