package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BoundedQueueStressTest {
  private static final int PRODUCERS = 4;
  private static final int CONSUMERS = 4;
  private static final int ITEMS = 5_000;

  private record Item(int producer, int number) {}

  private final BoundedQueue<Item> queue = new BoundedQueue<>(3);

  /** A queue of 3 between 8 threads: everybody waits all the time, on both sides. */
  @RepeatedTest(3)
  void nothingIsLostOrGivenTwiceAndEachProducersOrderIsKept() throws Exception {
    List<Actor<List<Item>>> consumers = new ArrayList<>();
    for (int i = 0; i < CONSUMERS; i++) {
      consumers.add(Actor.start(this::consumeAll));
    }
    List<Actor<@Nullable Void>> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      int producer = i;
      producers.add(Actor.start(() -> produceAll(producer)));
    }
    for (Actor<@Nullable Void> producer : producers) {
      producer.result();
    }
    queue.close();

    List<Item> taken = new ArrayList<>();
    for (Actor<List<Item>> consumer : consumers) {
      List<Item> own = consumer.result();
      assertRising(own);
      taken.addAll(own);
    }
    assertThat(taken).hasSize(PRODUCERS * ITEMS).doesNotHaveDuplicates();
    assertThat(queue.snapshot())
        .isEqualTo(new BoundedQueue.Snapshot(0, 0, PRODUCERS * ITEMS, CONSUMERS));
  }

  private @Nullable Void produceAll(int producer) throws InterruptedException {
    for (int number = 0; number < ITEMS; number++) {
      queue.put(new Item(producer, number));
    }
    return null;
  }

  private List<Item> consumeAll() throws InterruptedException {
    List<Item> items = new ArrayList<>();
    for (Item item = queue.take(); item != null; item = queue.take()) {
      items.add(item);
    }
    return items;
  }

  private static void assertRising(List<Item> items) {
    int[] last = new int[PRODUCERS];
    for (Item item : items) {
      assertThat(item.number() + 1).isGreaterThan(last[item.producer()]);
      last[item.producer()] = item.number() + 1;
    }
  }
}
