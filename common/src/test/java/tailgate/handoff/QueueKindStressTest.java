package tailgate.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue of 3 between 8 threads: everybody waits all the time, on both sides. */
@Tag("slow")
@ParameterizedClass
@EnumSource(QueueKind.class)
@Timeout(60)
final class QueueKindStressTest {
  private static final int BRINGERS = 4;
  private static final int TAKERS = 4;
  private static final int ITEMS = 3_000;

  private record Item(int bringer, int number) {}

  private static final Item END = new Item(-1, -1);

  private final BlockingQueue<Item> queue;
  private final List<Actor<List<Item>>> takers = new ArrayList<>();
  private final LongAdder interrupts = new LongAdder();

  QueueKindStressTest(QueueKind kind) {
    queue = kind.create(3);
  }

  @Test
  void nothingIsLostOrGivenTwiceAndEveryBringersOrderIsKept() throws Exception {
    for (int i = 0; i < TAKERS; i++) {
      takers.add(Actor.start(this::takeAll));
    }
    bringAll(() -> {});
    assertAllTaken(BRINGERS * ITEMS);
  }

  /** As when a pool is told to change its size, or a future is cancelled, at a bad moment. */
  @Test
  void interruptsLoseNothing() throws Exception {
    for (int i = 0; i < TAKERS; i++) {
      takers.add(Actor.start(this::takeAll));
    }
    int[] next = {0};
    bringAll(() -> takers.get(next[0]++ % TAKERS).interrupt());
    assertAllTaken(BRINGERS * ITEMS);
  }

  /** As a submitter does that learns that the pool was shut down. */
  @Test
  void whatIsRemovedIsNotTakenAndWhatIsNotIs() throws Exception {
    LongAdder removed = new LongAdder();
    for (int i = 0; i < TAKERS; i++) {
      takers.add(Actor.start(this::takeAll));
    }
    List<Actor<@Nullable Void>> bringers = new ArrayList<>();
    for (int i = 0; i < BRINGERS; i++) {
      int bringer = i;
      bringers.add(
          Actor.start(
              () -> {
                for (int number = 0; number < ITEMS; number++) {
                  Item item = new Item(bringer, number);
                  queue.put(item);
                  if (queue.remove(item)) {
                    removed.increment();
                  }
                }
                return null;
              }));
    }
    for (Actor<@Nullable Void> bringer : bringers) {
      bringer.result();
    }
    assertAllTaken(BRINGERS * ITEMS - removed.intValue());
  }

  private void bringAll(Runnable disturbance) throws Exception {
    List<Actor<@Nullable Void>> bringers = new ArrayList<>();
    for (int i = 0; i < BRINGERS; i++) {
      int bringer = i;
      bringers.add(Actor.start(() -> bring(bringer)));
    }
    while (!bringers.stream().allMatch(Actor::isDone)) {
      disturbance.run();
      Thread.onSpinWait();
    }
    for (Actor<@Nullable Void> bringer : bringers) {
      bringer.result();
    }
  }

  private @Nullable Void bring(int bringer) throws InterruptedException {
    for (int number = 0; number < ITEMS; number++) {
      queue.put(new Item(bringer, number));
    }
    return null;
  }

  private List<Item> takeAll() {
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
    for (int i = 0; i < TAKERS; i++) {
      queue.put(END); // a taker stops at the first
    }
    List<Item> taken = new ArrayList<>();
    for (Actor<List<Item>> taker : takers) {
      List<Item> own = taker.result();
      assertRising(own);
      taken.addAll(own);
    }
    assertThat(taken).hasSize(expected).doesNotHaveDuplicates();
    assertThat(queue).isEmpty();
    assertThat(queue.remainingCapacity()).isEqualTo(3);
  }

  private static void assertRising(List<Item> items) {
    int[] next = new int[BRINGERS];
    for (Item item : items) {
      assertThat(item.number()).isGreaterThanOrEqualTo(next[item.bringer()]);
      next[item.bringer()] = item.number() + 1;
    }
  }
}
