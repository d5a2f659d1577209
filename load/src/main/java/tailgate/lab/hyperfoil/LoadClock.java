package tailgate.lab.hyperfoil;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Counts the nanoseconds since a load started, negative before that. The load starts some time
 * after the first look at this clock, so that all users have taken a place before the first request
 * is due. Thread-safe.
 */
final class LoadClock implements LongSupplier {

  /** The time in which all users take a place before the first request is due: least and most. */
  private static final long LEAST_LEAD_MILLIS = 50;

  private static final long MOST_LEAD_MILLIS = 250;
  private static final int USERS_IN_A_MILLISECOND = 5;

  /** There is less time where the first requests do not count: users may take them late. */
  private static final int USERS_IN_A_MILLISECOND_OF_WARM_UP = 20;

  private final long leadNanos;
  private final long notBeforeMillis;
  private final LongSupplier nanoTime;
  private final LongConsumer onStart;

  /** The value of {@link #nanoTime} when the load starts; 0 before the first look. */
  private final AtomicLong start = new AtomicLong();

  /**
   * Creates a clock of a load that has not started.
   *
   * @param users how many will join
   * @param countsAtOnce whether the first requests count: no warm-up comes before them
   * @param notBeforeMillis the load starts no earlier than this time, in milliseconds since 1970 by
   *     the clock of this machine
   * @param nanoTime as {@link System#nanoTime}
   * @param onStart is told once, at the first look, in how many nanoseconds the load starts
   */
  LoadClock(
      int users,
      boolean countsAtOnce,
      long notBeforeMillis,
      LongSupplier nanoTime,
      LongConsumer onStart) {
    int pace = countsAtOnce ? USERS_IN_A_MILLISECOND : USERS_IN_A_MILLISECOND_OF_WARM_UP;
    long millis = LEAST_LEAD_MILLIS + users / pace;
    leadNanos = TimeUnit.MILLISECONDS.toNanos(Math.min(MOST_LEAD_MILLIS, millis));
    this.notBeforeMillis = notBeforeMillis;
    this.nanoTime = nanoTime;
    this.onStart = onStart;
  }

  @Override
  public long getAsLong() {
    if (start.get() == 0) {
      long untilThen = notBeforeMillis - System.currentTimeMillis();
      long lead = Math.max(leadNanos, TimeUnit.MILLISECONDS.toNanos(untilThen));
      if (start.compareAndSet(0, nanoTime.getAsLong() + lead)) {
        onStart.accept(lead);
      }
    }
    return nanoTime.getAsLong() - start.get();
  }
}
