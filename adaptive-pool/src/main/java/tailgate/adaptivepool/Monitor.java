package tailgate.adaptivepool;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.event.Level;
import tailgate.queue.BoundedQueue;

/**
 * Says when to look at the pool: every interval, and soon when there is cause. One thread, which
 * ends when the queue is closed and drained; until then tasks may wait for those that are queued
 * behind them, and workers may die.
 *
 * <pre>
 *            soonest                        latest
 *   look ──── rests ────┬──── listens for the bell ────▶ look
 *                       └─ rung, grown or stuck ─▶ look
 * </pre>
 *
 * <p>A monitor that has looked long ago answers the bell at once; one that has just looked rests
 * first, see {@link Cadence}. After growth, and as long as it leaves a backlog, it looks again
 * unasked. When the pool has reached its maximum it does neither, for nothing could come of it.
 */
final class Monitor implements Runnable {
  private final Scaler scaler;
  private final BoundedQueue<Runnable> queue;
  private final Bell bell;
  private final LongSupplier clock;
  private final Cadence cadence;

  Monitor(Scaler scaler, BoundedQueue<Runnable> queue, Bell bell, AdaptivePoolConfig config) {
    this.scaler = scaler;
    this.queue = queue;
    this.bell = bell;
    this.clock = config.nanoClock();
    this.cadence = new Cadence(config.interval());
  }

  @Override
  public void run() {
    bell.answerHere();
    while (!isDone()) {
      long begun = clock.getAsLong();
      bell.silence();
      Outcome outcome = look();
      long ended = clock.getAsLong();
      cadence.looked(outcome, ended - begun);
      rest(begun, ended, outcome);
    }
  }

  private boolean isDone() {
    return queue.isClosed() && queue.depth() == 0;
  }

  private Outcome look() {
    try {
      return scaler.look();
    } catch (Throwable unexpected) {
      Trouble.tell(Level.WARN, "a look at the pool failed; the monitor goes on", unexpected);
      return Outcome.CALM;
    }
  }

  private void rest(long begun, long ended, Outcome outcome) {
    long soonest = ended + cadence.soonestNanos();
    while (isBefore(soonest) && !isDone()) {
      park(soonest);
    }
    long latest = begun + cadence.latestNanos();
    while (isBefore(latest) && !isDone() && !hasCause(outcome)) {
      park(latest);
    }
    if (!isBefore(latest)) {
      cadence.waited();
    }
  }

  private boolean hasCause(Outcome outcome) {
    return scaler.mayGrow() && (outcome != Outcome.CALM || bell.isRung());
  }

  /** By the difference, because a nanosecond clock may overflow. */
  private boolean isBefore(long nanos) {
    return clock.getAsLong() - nanos < 0;
  }

  private void park(long until) {
    LockSupport.parkNanos(this, until - clock.getAsLong());
    // An interrupt is meant for a policy or a listener that blocks (see shutdownNow). Here it asks
    // for nothing, and left set it would turn parking into spinning.
    Thread.interrupted();
  }
}
