package tailgate.metrics;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Several stripes, so that many threads can write without waiting for each other.
 *
 * <pre>
 *            claim             release
 *   FREE ------------> CLAIMED -----------> FREE
 *         one thread, for the nanoseconds in which
 *         it writes to the stripe or replaces it
 * </pre>
 *
 * <p>A thread first tries the stripe that its id selects. If that is claimed, it tries the next one
 * instead of waiting; there are more stripes than cores. Writing takes no lock and allocates
 * nothing. Only {@link #swap} waits for a claimed stripe.
 *
 * <p>(HdrHistogram's Recorder does this for one histogram. Three Recorders, with their atomic
 * counts, were half of the cost of measuring a request.)
 */
final class StripedLatencies {

  /**
   * A power of two, so that a mask selects one; at least two per core, so that collisions are rare.
   */
  private static final int COUNT =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) << 1;

  /** Two cache lines, which processors fetch together. */
  private static final int PADDING = 128 / Integer.BYTES;

  private static final int FREE = 0;
  private static final int CLAIMED = 1;

  private final AtomicIntegerArray claims = new AtomicIntegerArray(COUNT * PADDING);

  /** Each is confined to the thread that has claimed it; the claim also orders memory access. */
  private final LatencyStripe[] stripes = new LatencyStripe[COUNT];

  StripedLatencies() {
    for (int i = 0; i < COUNT; i++) {
      stripes[i] = new LatencyStripe();
    }
  }

  /** The number of stripes, which are numbered from 0. */
  int count() {
    return COUNT;
  }

  /** Adds a request to any free stripe. */
  void add(StatusClass status, long queueWaitNanos, long serviceNanos) {
    int index = (int) Thread.currentThread().threadId() & (COUNT - 1);
    while (!claim(index)) {
      index = (index + 1) & (COUNT - 1);
    }
    stripes[index].add(status, queueWaitNanos, serviceNanos);
    release(index);
  }

  /** Replaces a stripe by an empty one. */
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
