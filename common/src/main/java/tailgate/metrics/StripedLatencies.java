package tailgate.metrics;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

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
 * nothing.
 *
 * <p>But whoever has claimed a stripe may lose its processor just then. With more threads than
 * cores this can happen to all stripes, until each of these threads has its turn again: on one core
 * with some hundred threads after more than a second. Nobody waits for that: a request that finds
 * no free stripe is put on a list, and the next one that finds a stripe takes all of the list
 * along. Only {@link #swap} waits for a claimed stripe.
 *
 * <p>(HdrHistogram's Recorder does this for one histogram. Three Recorders, with their atomic
 * counts, were half of the cost of measuring a request.)
 *
 * <p>Tests: StripedLatenciesTest.
 */
final class StripedLatencies {

  /** The longest time that is recorded: one hour. */
  static final long MAX_NANOS = Duration.ofHours(1).toNanos();

  /**
   * The digits of a time. With 2, a histogram takes about 40 KB and fits into the cache of a core.
   */
  static final int PRECISION = 2;

  /** The digits of a time by which others are summed up. It takes 5 KB. */
  static final int ROUGH = 1;

  private static final int NANOS_OF_MICRO = 1000;

  /**
   * A power of two, so that a mask selects one; at least two per core, so that collisions are rare.
   */
  private static final int COUNT =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) << 1;

  /** The size of two cache lines, which processors fetch together. */
  private static final int PADDING = 128 / Integer.BYTES;

  /** Much longer than a claim lasts, unless its thread has lost its processor. */
  private static final long PAUSE_NANOS = 20_000;

  private static final int FREE = 0;
  private static final int CLAIMED = 1;

  /** The first place is not used: every access reads the array's length, which is beside it. */
  private final AtomicIntegerArray claims = new AtomicIntegerArray((COUNT + 1) * PADDING);

  /** Each is confined to the thread that has claimed it; the claim also orders memory access. */
  private final Stripe[] stripes = new Stripe[COUNT];

  /** The first of those that found no free stripe; null if there are none, as nearly always. */
  private final AtomicReference<@Nullable Listed> listed = new AtomicReference<>();

  StripedLatencies() {
    for (int i = 0; i < COUNT; i++) {
      stripes[i] = new Stripe();
    }
  }

  /** The number of stripes, which are numbered from 0. */
  int count() {
    return COUNT;
  }

  /** Adds a request to any free stripe, or to the list if there is none; waits for nobody. */
  void add(StatusClass status, long queueWaitNanos, long serviceNanos) {
    int thread = (int) Thread.currentThread().threadId();
    for (int i = 0; i < COUNT; i++) {
      int index = (thread + i) & (COUNT - 1);
      if (claim(index)) {
        stripes[index].add(status, queueWaitNanos, serviceNanos);
        takeListed(index);
        release(index);
        return;
      }
    }
    listed.updateAndGet(all -> new Listed(status, queueWaitNanos, serviceNanos, all));
  }

  /** Adds all that is listed to a stripe that is claimed. */
  private void takeListed(int index) {
    if (listed.getOpaque() == null) {
      return;
    }
    Stripe stripe = stripes[index];
    for (Listed request = listed.getAndSet(null); request != null; request = request.next) {
      stripe.add(request.status, request.queueWaitNanos, request.serviceNanos);
    }
  }

  /** Replaces a stripe by an empty one. */
  Stripe swap(int index, Stripe empty) {
    while (!claim(index)) {
      LockSupport.parkNanos(PAUSE_NANOS); // whoever has claimed it may need this processor
    }
    takeListed(index);
    Stripe previous = stripes[index];
    stripes[index] = empty;
    release(index);
    return previous;
  }

  boolean claim(int index) {
    return claims.compareAndSet((index + 1) * PADDING, FREE, CLAIMED);
  }

  void release(int index) {
    claims.setRelease((index + 1) * PADDING, FREE);
  }

  /** A request on the list, and those that came before it. */
  private record Listed(
      StatusClass status, long queueWaitNanos, long serviceNanos, @Nullable Listed next) {}

  /**
   * Counts and latencies of some requests. Confined to the thread that has claimed it.
   *
   * <p>Values are exact to 1 %, from 1 ns to {@link #MAX_NANOS}; longer ones count as that. What
   * requests waited is also summed up by how long they took in all, exact to 6 %: so it is known of
   * the slowest.
   */
  static final class Stripe {

    private static final int CLASSES = StatusClass.values().length;

    private final long[] ended = new long[CLASSES];
    private final Histogram queueWait = new Histogram(MAX_NANOS, PRECISION);
    private final Histogram service = new Histogram(MAX_NANOS, PRECISION);
    private final Histogram total = new Histogram(MAX_NANOS, PRECISION);
    private final Histogram waitedByTotal = new Histogram(MAX_NANOS, ROUGH);

    /** Adds a request; negative times count as 0. */
    void add(StatusClass status, long queueWaitNanos, long serviceNanos) {
      long waited = clamp(queueWaitNanos);
      long served = clamp(serviceNanos);
      queueWait.recordValue(waited); // cannot throw in this range
      service.recordValue(served);
      long took = clamp(waited + served);
      total.recordValue(took);
      waitedByTotal.recordValueWithCount(took, waited / NANOS_OF_MICRO);
      ended[status.index()]++;
    }

    private static long clamp(long nanos) {
      return Math.clamp(nanos, 0, MAX_NANOS);
    }

    boolean isEmpty() {
      return total.getTotalCount() == 0;
    }

    /** The number of requests with this class of status. */
    long ended(StatusClass status) {
      return ended[status.index()];
    }

    /** Returns the queue waits, valid until the next change. */
    Histogram queueWait() {
      return queueWait;
    }

    /** Returns the service times, valid until the next change. */
    Histogram service() {
      return service;
    }

    /** Returns the total times, valid until the next change. */
    Histogram total() {
      return total;
    }

    /**
     * Returns the microseconds that requests waited, by their total times, until the next change.
     */
    Histogram waitedByTotal() {
      return waitedByTotal;
    }

    void reset() {
      queueWait.reset();
      service.reset();
      total.reset();
      waitedByTotal.reset();
      Arrays.fill(ended, 0);
    }
  }
}
