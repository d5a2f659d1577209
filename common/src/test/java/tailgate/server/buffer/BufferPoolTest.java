package tailgate.server.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class BufferPoolTest {

  private final BufferPool pool = BufferPool.direct(64);

  @Test
  void givesEmptyDirectBuffersOfItsSize() {
    ByteBuffer buffer = pool.take();
    assertThat(buffer.isDirect()).isTrue();
    assertThat(buffer.capacity()).isEqualTo(64);
    assertThat(buffer.remaining()).isEqualTo(64);
  }

  @Test
  @SuppressWarnings("ByteBufferBackingArray") // what is tested
  void givesBuffersWithArraysIfTheyAreOnTheHeap() {
    ByteBuffer buffer = BufferPool.onHeap(64).take();
    assertThat(buffer.array()).hasSize(64);
  }

  @Test
  void givesABufferAgainAndEmpty() {
    ByteBuffer first = pool.take();
    first.putLong(1).flip();
    pool.give(first);
    ByteBuffer second = pool.take();
    assertThat(second).isSameAs(first);
    assertThat(second.position()).isZero();
    assertThat(second.limit()).isEqualTo(64);
  }

  @Test
  void keepsNoBufferOfAnotherSize() {
    ByteBuffer odd = ByteBuffer.allocateDirect(65);
    pool.give(odd);
    assertThat(pool.take()).isNotSameAs(odd);
  }

  @Test
  void keepsAFewAndDropsTheRest() {
    List<ByteBuffer> taken = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      taken.add(pool.take());
    }
    taken.forEach(pool::give);
    Set<ByteBuffer> known = Collections.newSetFromMap(new IdentityHashMap<>());
    known.addAll(taken);
    int again = 0;
    for (int i = 0; i < 200; i++) {
      again += known.contains(pool.take()) ? 1 : 0;
    }
    assertThat(again).isBetween(1, 64);
  }

  @Test
  void handsNoBufferToTwoThreads() throws Exception {
    int threads = 8;
    CountDownLatch together = new CountDownLatch(threads);
    try (var executor = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        long mark = i + 1L;
        results.add(
            executor.submit(
                () -> {
                  together.countDown();
                  together.await();
                  for (int k = 0; k < 20_000; k++) {
                    useAlone(mark);
                  }
                  return null;
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    }
  }

  /** Another one who had the same buffer would leave its mark on it. */
  private void useAlone(long mark) {
    ByteBuffer one = pool.take();
    ByteBuffer other = pool.take();
    one.putLong(0, mark);
    other.putLong(0, -mark);
    Thread.onSpinWait();
    if (one.getLong(0) != mark || other.getLong(0) != -mark) {
      throw new AssertionError("a buffer was handed out twice");
    }
    pool.give(one);
    pool.give(other);
  }
}
