package tailgate.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * What is measured of requests, the same in all stages. Thread-safe: those who serve write, anybody
 * reads.
 *
 * <pre>
 *   end ──▶ stripe ┐           ┌──▶ ended, by class of status
 *   end ──▶ stripe ┼── drain ──┼──▶ queue wait
 *   end ──▶ stripe ┘           └──▶ service, total
 * </pre>
 *
 * <p>To write takes no lock and makes no garbage, see {@link StripedLatencies}. Readers take turns:
 * they put an empty stripe in the place of each and add up what they got. Whatever ended before a
 * drain began is in exactly one of the sums that it makes.
 *
 * <ul>
 *   <li>{@code begun = ended + in flight}
 *   <li>{@code ended = Σ ended by class of status}
 *   <li>each of the three latencies was recorded {@code ended} times
 * </ul>
 *
 * <p>They hold exactly while nobody is serving, and but for what happens between two reads while
 * somebody is.
 */
public final class RequestMetrics {

  private static final StatusClass[] CLASSES = StatusClass.values();

  private final LongAdder begun = new LongAdder();
  private final StripedLatencies stripes = new StripedLatencies();
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. Empty; the next to be put in another's place. */
  private LatencyStripe spare = new LatencyStripe();

  /** Guarded by lock. */
  private final Map<StatusClass, Long> ended = new EnumMap<>(StatusClass.class);

  private final Latency queueWait;
  private final Latency service;
  private final Latency total;

  /**
   * Nothing measured yet.
   *
   * @param clock nanoseconds, tells the last minute from what was before
   */
  public RequestMetrics(LongSupplier clock) {
    queueWait = new Latency(clock, this::drain);
    service = new Latency(clock, this::drain);
    total = new Latency(clock, this::drain);
  }

  // ---- for those who serve

  /** A worker has begun with a request. */
  public void begin() {
    begun.increment();
  }

  /**
   * One that was begun has ended.
   *
   * @param status the code of its final response, 200 to 599
   * @param queueWaitNanos how long the request waited for a worker
   * @param serviceNanos how long the worker took
   */
  public void end(int status, long queueWaitNanos, long serviceNanos) {
    stripes.add(StatusClass.of(status), queueWaitNanos, serviceNanos);
  }

  // ---- for those who look

  /** Requests that have ended, by the class of their status. */
  public StatusCounts ended() {
    lock.lock();
    try {
      drainStripes();
      return new StatusCounts(ended);
    } finally {
      lock.unlock();
    }
  }

  /** Requests that are being served now. */
  public long inFlight() {
    long done = ended().total(); // first: what ends meanwhile must not make it negative
    return begun.sum() - done;
  }

  /** From when a request was there to when a worker began with it. */
  public Latency queueWait() {
    return queueWait;
  }

  /** From there to when the last byte of the response was the kernel's. */
  public Latency service() {
    return service;
  }

  /** Both together. */
  public Latency total() {
    return total;
  }

  /** Puts what was recorded where it belongs; to be called about once a second. */
  public void drain() {
    lock.lock();
    try {
      drainStripes();
    } finally {
      lock.unlock();
    }
  }

  // ---- only with the lock held

  private void drainStripes() {
    for (int i = 0; i < stripes.count(); i++) {
      spare = stripes.swap(i, spare); // at once: no stripe may be in two places
      if (!spare.isEmpty()) {
        try {
          drain(spare);
        } finally {
          spare.reset();
        }
      }
    }
  }

  private void drain(LatencyStripe stripe) {
    queueWait.add(stripe.queueWait());
    service.add(stripe.service());
    total.add(stripe.total());
    for (StatusClass status : CLASSES) {
      ended.merge(status, stripe.ended(status), Long::sum);
    }
  }
}
