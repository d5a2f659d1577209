package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  /**
   * Half of the items, more or less, are refused as late: the deadline is as long as a wait. Each
   * accepted item is either taken or refused, once.
   */
  @ParameterizedTest
  @EnumSource
  void eachItemIsTakenOrRefused(QueuePolicy policy) throws Exception {
    Duration moment = Duration.ofNanos(2000);
    BoundedQueue<Late> late =
        new BoundedQueue<>(
            3, new QueueDiscipline(policy, moment, moment, moment), System::nanoTime);
    List<Actor<Integer>> consumers = new ArrayList<>();
    for (int i = 0; i < CONSUMERS; i++) {
      consumers.add(Actor.start(() -> consumeAll(late)));
    }
    List<Actor<List<Late>>> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(Actor.start(() -> produceAll(late)));
    }
    List<Late> all = new ArrayList<>();
    for (Actor<List<Late>> producer : producers) {
      all.addAll(producer.result());
    }
    late.close();
    int taken = 0;
    for (Actor<Integer> consumer : consumers) {
      taken += consumer.result();
    }
    int refused = all.stream().mapToInt(item -> item.refused.get()).sum();
    assertThat(taken + refused).isEqualTo(PRODUCERS * ITEMS);
    assertThat(all).allMatch(item -> item.taken.get() + item.refused.get() == 1);
    assertThat(refused).isPositive();
    assertThat(late.snapshot())
        .isEqualTo(new BoundedQueue.Snapshot(0, 0, PRODUCERS * ITEMS, CONSUMERS));
  }

  private record Late(AtomicInteger taken, AtomicInteger refused) implements Refusable {
    @Override
    public void run() {
      taken.incrementAndGet();
    }

    @Override
    public boolean refuse(Lateness why) {
      refused.incrementAndGet();
      return true;
    }
  }

  private static List<Late> produceAll(BoundedQueue<Late> queue) throws InterruptedException {
    List<Late> all = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      all.add(new Late(new AtomicInteger(), new AtomicInteger()));
      queue.put(all.getLast());
    }
    return all;
  }

  private static int consumeAll(BoundedQueue<Late> queue) throws InterruptedException {
    int count = 0;
    for (Late item = queue.take(); item != null; item = queue.take()) {
      item.run();
      count++;
    }
    return count;
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
