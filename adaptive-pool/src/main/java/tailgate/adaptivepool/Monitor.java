package tailgate.adaptivepool;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.handoff.BoundedQueue;

/**
 * Says when to look at the pool: every interval, and soon when there is cause. One thread, which
 * ends when the queue is closed.
 *
 * <pre>
 *            SPACING                         interval
 *   look ──── rests ────┬──── listens for the bell ────▶ look
 *                       └─ rung, or grown ─▶ look
 * </pre>
 *
 * <p>A monitor that has looked long ago answers the bell at once; one that has just looked lets
 * {@link #SPACING} pass, so that new workers can take up their tasks before they are judged. After
 * growth it looks again unasked, because a burst that has been queued whole rings no more. When the
 * pool has reached its maximum the bell is not answered, for nothing could come of it.
 *
 * <p>With a spacing of 1 ms the ladder's smallest rung leads from 8 workers to 64 in six looks: 6
 * ms and what it takes to start 56 threads.
 */
final class Monitor implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptivePool.class);
  private static final Duration SPACING = Duration.ofMillis(1);

  private final Scaler scaler;
  private final Crew crew;
  private final BoundedQueue<Runnable> queue;
  private final Bell bell;
  private final LongSupplier clock;
  private final long intervalNanos;

  Monitor(
      Scaler scaler,
      Crew crew,
      BoundedQueue<Runnable> queue,
      Bell bell,
      AdaptivePoolConfig config) {
    this.scaler = scaler;
    this.crew = crew;
    this.queue = queue;
    this.bell = bell;
    this.clock = config.nanoClock();
    this.intervalNanos = config.interval().toNanos();
  }

  @Override
  public void run() {
    bell.answerHere();
    try {
      while (!isDone()) {
        long lookedAt = clock.getAsLong();
        bell.silence();
        boolean grown = look();
        rest(lookedAt, grown);
      }
    } finally {
      crew.complete();
    }
  }

  /** A closed pool needs no monitor once somebody is there to do what is left, if anything is. */
  private boolean isDone() {
    return queue.isClosed() && (queue.depth() == 0 || crew.headcount().staying() > 0);
  }

  private boolean look() {
    try {
      return scaler.look();
    } catch (Throwable unexpected) {
      LOG.warn("a look at the pool failed; the monitor goes on", unexpected);
      return false;
    }
  }

  private void rest(long lookedAt, boolean grown) {
    long soonest = lookedAt + Math.min(SPACING.toNanos(), intervalNanos);
    while (isBefore(soonest) && !isDone()) {
      park(soonest);
    }
    long latest = lookedAt + intervalNanos;
    while (isBefore(latest) && !isDone() && !hasCause(grown)) {
      park(latest);
    }
  }

  private boolean hasCause(boolean grown) {
    return scaler.mayGrow() && (grown || bell.isRung());
  }

  /** By the difference, because a nanosecond clock may overflow. */
  private boolean isBefore(long nanos) {
    return clock.getAsLong() - nanos < 0;
  }

  private void park(long until) {
    LockSupport.parkNanos(this, until - clock.getAsLong());
    // An interrupt asks for nothing here, and left set it would turn parking into spinning.
    Thread.interrupted();
  }
}
