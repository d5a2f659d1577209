package tailgate.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BoundedQueueStressTest {
  private static final int BRINGERS = 4;
  private static final int TAKERS = 4;
  private static final int ITEMS = 5_000;

  private record Item(int bringer, int number) {}

  private final BoundedQueue<Item> queue = new BoundedQueue<>(3);

  /** A queue of 3 between 8 threads: everybody waits all the time, on both sides. */
  @RepeatedTest(3)
  void nothingIsLostOrGivenTwiceAndEveryBringersOrderIsKept() throws Exception {
    List<Actor<List<Item>>> takers = new ArrayList<>();
    for (int i = 0; i < TAKERS; i++) {
      takers.add(Actor.start(this::takeAll));
    }
    List<Actor<@Nullable Void>> bringers = new ArrayList<>();
    for (int i = 0; i < BRINGERS; i++) {
      int bringer = i;
      bringers.add(Actor.start(() -> bringAll(bringer)));
    }
    for (Actor<@Nullable Void> bringer : bringers) {
      bringer.result();
    }
    queue.close();

    List<Item> taken = new ArrayList<>();
    for (Actor<List<Item>> taker : takers) {
      List<Item> own = taker.result();
      assertRising(own);
      taken.addAll(own);
    }
    assertThat(taken).hasSize(BRINGERS * ITEMS).doesNotHaveDuplicates();
    assertThat(queue.snapshot())
        .isEqualTo(new BoundedQueue.Snapshot(0, 0, BRINGERS * ITEMS, TAKERS));
  }

  private @Nullable Void bringAll(int bringer) throws InterruptedException {
    for (int number = 0; number < ITEMS; number++) {
      queue.put(new Item(bringer, number));
    }
    return null;
  }

  private List<Item> takeAll() throws InterruptedException {
    List<Item> items = new ArrayList<>();
    for (Item item = queue.take(); item != null; item = queue.take()) {
      items.add(item);
    }
    return items;
  }

  private static void assertRising(List<Item> items) {
    int[] last = new int[BRINGERS];
    for (Item item : items) {
      assertThat(item.number() + 1).isGreaterThan(last[item.bringer()]);
      last[item.bringer()] = item.number() + 1;
    }
  }
}
