package tailgate.metrics;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What is measured of requests, the same in all stages. Thread-safe: those who serve write, anybody
 * reads.
 *
 * <ul>
 *   <li>{@code begun = ended + in flight}
 *   <li>{@code ended = Σ ended by class of status}
 *   <li>each of the three latencies was recorded {@code ended} times
 * </ul>
 *
 * <p>They hold exactly while nobody is serving, and but for what happens between two reads while
 * somebody is. To write takes no lock and makes no garbage.
 */
public final class RequestMetrics {

  private final LongAdder begun = new LongAdder();
  private final EnumCounter<StatusClass> ended = new EnumCounter<>(StatusClass.class);
  private final Latency queueWait;
  private final Latency service;
  private final Latency total;

  /**
   * Nothing measured yet.
   *
   * @param clock nanoseconds, tells the last minute from what was before
   */
  public RequestMetrics(LongSupplier clock) {
    queueWait = new Latency(clock);
    service = new Latency(clock);
    total = new Latency(clock);
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
    queueWait.record(queueWaitNanos);
    service.record(serviceNanos);
    total.record(queueWaitNanos + serviceNanos);
    ended.increment(StatusClass.of(status)); // last: who counts to N finds N latencies
  }

  // ---- for those who look

  /** Requests that have ended, by the class of their status. */
  public EnumCounter<StatusClass> ended() {
    return ended;
  }

  /** Requests that are being served now. */
  public long inFlight() {
    long done = ended.total(); // first: what ends meanwhile must not make it negative
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

  /** See {@link Latency#drain}. */
  public void drain() {
    queueWait.drain();
    service.drain();
    total.drain();
  }
}
