package tailgate.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The measurements of requests, the same in all stages. Thread-safe: serving threads write, any
 * thread reads.
 *
 * <pre>
 *   end ──▶ stripe ┐           ┌──▶ ended, by class of status
 *   end ──▶ stripe ┼── drain ──┼──▶ queue wait
 *   end ──▶ stripe ┘           └──▶ service, total, waited by total
 * </pre>
 *
 * <p>Writing takes no lock and allocates nothing, see {@link StripedLatencies}. Readers take turns:
 * they replace each stripe by an empty one and add its values to the sums. A request that ended
 * before a drain began is in exactly one of its sums.
 *
 * <ul>
 *   <li>{@code begun = ended + in flight}
 *   <li>{@code ended = Σ ended by class of status}
 *   <li>each of the three latencies was recorded {@code ended} times
 * </ul>
 *
 * <p>These identities hold exactly while the server is idle. Otherwise they may differ by the
 * events between two reads.
 */
public final class RequestMetrics {

  private static final StatusClass[] CLASSES = StatusClass.values();

  private final LongAdder begun = new LongAdder();
  private final StripedLatencies stripes = new StripedLatencies();
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. Empty; replaces the next drained stripe. */
  private StripedLatencies.Stripe spare = new StripedLatencies.Stripe();

  /** Guarded by lock. */
  private final Map<StatusClass, Long> ended = new EnumMap<>(StatusClass.class);

  private final Latency queueWait;
  private final Latency service;
  private final Latency total;
  private final Latency waitedByTotal;

  /**
   * Creates metrics that have measured nothing.
   *
   * @param clock nanoseconds, for the last minute
   */
  public RequestMetrics(LongSupplier clock) {
    queueWait = new Latency(clock, this::drain);
    service = new Latency(clock, this::drain);
    total = new Latency(clock, this::drain);
    waitedByTotal = Latency.ofSums(clock, this::drain);
  }

  // ---- for those who serve

  /** A worker begins with a request. */
  public void begin() {
    begun.increment();
  }

  /**
   * Counts a request that has ended.
   *
   * @param status the code of its final response, 200 to 599
   * @param queueWaitNanos how long the request waited for a worker
   * @param serviceNanos how long the worker took
   */
  public void end(int status, long queueWaitNanos, long serviceNanos) {
    stripes.add(StatusClass.of(status), queueWaitNanos, serviceNanos);
  }

  // ---- for those who look

  /** Ended requests, by class of status. */
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
    long done =
        ended().total(); // first, so that a request that ends meanwhile does not make it negative
    return begun.sum() - done;
  }

  /** Returns the times from the arrival of a request to the moment when a worker begins with it. */
  public Latency queueWait() {
    return queueWait;
  }

  /** Returns the times from when a worker begins to when the kernel has all of the response. */
  public Latency service() {
    return service;
  }

  /** Returns the sum of queue wait and service. */
  public Latency total() {
    return total;
  }

  /**
   * Returns for each total time the sum of what such requests waited for a worker, as so many
   * microseconds instead of a count. The times are exact to 6 %.
   */
  public Latency waitedByTotal() {
    return waitedByTotal;
  }

  /** Adds the recorded values to the sums; to be called about once a second. */
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
      spare = stripes.swap(i, spare); // at once: a stripe must not be in two places
      if (!spare.isEmpty()) {
        try {
          drain(spare);
        } finally {
          spare.reset();
        }
      }
    }
  }

  private void drain(StripedLatencies.Stripe stripe) {
    queueWait.add(stripe.queueWait());
    service.add(stripe.service());
    total.add(stripe.total());
    waitedByTotal.add(stripe.waitedByTotal());
    for (StatusClass status : CLASSES) {
      ended.merge(status, stripe.ended(status), Long::sum);
    }
  }
}
