package tailgate.metrics;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A few stripes that any number of threads write to, so that none waits for another.
 *
 * <pre>
 *            claim             release
 *   FREE ------------> CLAIMED -----------> FREE
 *         one thread, for the nanoseconds in which
 *         it writes the tally or puts another there
 * </pre>
 *
 * <p>Each thread tries first the one that its number leads to. Who finds it taken does not wait but
 * tries the next, and there are more of them than cores. To write takes no lock and makes no
 * garbage. Only {@link #swap} waits, for one that is being written.
 *
 * <p>(The library's own Recorder does this for one histogram; three of them with their atomic
 * counts were half of what it costs to measure a request.)
 */
final class StripedLatencies {

  /** A power of two, so that a mask finds one; two a core, so that neighbours seldom meet. */
  private static final int COUNT =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) << 1;

  /** Apart by two lines of a cache, which is what processors fetch. */
  private static final int PADDING = 128 / Integer.BYTES;

  private static final int FREE = 0;
  private static final int CLAIMED = 1;

  private final AtomicIntegerArray claims = new AtomicIntegerArray(COUNT * PADDING);

  /** Each is confined to who has its claim, which also orders their memory. */
  private final LatencyStripe[] stripes = new LatencyStripe[COUNT];

  StripedLatencies() {
    for (int i = 0; i < COUNT; i++) {
      stripes[i] = new LatencyStripe();
    }
  }

  /** How many there are, numbered from 0. */
  int count() {
    return COUNT;
  }

  /** One more request, in whichever is index. */
  void add(StatusClass status, long queueWaitNanos, long serviceNanos) {
    int index = (int) Thread.currentThread().threadId() & (COUNT - 1);
    while (!claim(index)) {
      index = (index + 1) & (COUNT - 1);
    }
    stripes[index].add(status, queueWaitNanos, serviceNanos);
    release(index);
  }

  /** Puts an empty one in its place. */
  LatencyStripe swap(int index, LatencyStripe empty) {
    while (!claim(index)) {
      Thread.onSpinWait();
    }
    LatencyStripe previous = stripes[index];
    stripes[index] = empty;
    release(index);
    return previous;
  }

  private boolean claim(int index) {
    return claims.compareAndSet(index * PADDING, FREE, CLAIMED);
  }

  private void release(int index) {
    claims.setRelease(index * PADDING, FREE);
  }
}
