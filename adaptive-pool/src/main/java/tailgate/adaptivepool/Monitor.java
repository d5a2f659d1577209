package tailgate.adaptivepool;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.event.Level;
import tailgate.queue.BoundedQueue;

/**
 * Decides when to look at the pool: every interval, and soon when there is a cause. It is one
 * thread, which ends when the queue is closed and drained. It does not end earlier, because until
 * then the pool may have to grow: queued tasks may wait for tasks behind them, and workers may die.
 *
 * <pre>
 *            soonest                            latest
 *   look ──── rests ────┬──── waits for the signal ────▶ look
 *                       └─ signalled, grown or stuck ─▶ look
 * </pre>
 *
 * <p>If the last look was long ago, the monitor reacts to the signal at once. If not, it rests
 * first, see {@link LookBackoff}. After growth, and as long as a backlog remains, it looks again
 * without a signal. When the pool is at its maximum, or a thread could not be started, it waits for
 * the whole interval, because an earlier look could add no worker.
 *
 * <p>Tested by {@code MonitorTest}, with a clock of its own.
 */
final class Monitor implements Runnable {
  private final Scaler scaler;
  private final BoundedQueue<Runnable> queue;
  private final WakeSignal wakeSignal;
  private final LongSupplier clock;
  private final LookBackoff backoff;

  Monitor(
      Scaler scaler,
      BoundedQueue<Runnable> queue,
      WakeSignal wakeSignal,
      AdaptivePoolConfig config) {
    this.scaler = scaler;
    this.queue = queue;
    this.wakeSignal = wakeSignal;
    this.clock = config.nanoClock();
    this.backoff = new LookBackoff(config.interval());
  }

  @Override
  public void run() {
    wakeSignal.wakesCurrentThread();
    while (!isDone()) {
      try {
        lookAndRest();
      } catch (Throwable unexpected) { // nothing else manages the pool, and nothing restarts this
        PoolLog.failure(Level.WARN, "the monitor of the pool failed and goes on", unexpected);
        park(LookBackoff.LONGEST.toNanos());
      }
    }
  }

  private void lookAndRest() {
    long begun = clock.getAsLong();
    wakeSignal.clear();
    Scaler.Outcome outcome = look();
    long ended = clock.getAsLong();
    backoff.looked(outcome, ended - begun);
    rest(begun, ended, outcome);
  }

  private boolean isDone() {
    return queue.isClosed() && queue.depth() == 0;
  }

  private Scaler.Outcome look() {
    try {
      return scaler.look();
    } catch (Throwable unexpected) {
      PoolLog.failure(Level.WARN, "a look at the pool failed; the monitor goes on", unexpected);
      return Scaler.Outcome.CALM;
    }
  }

  private void rest(long begun, long ended, Scaler.Outcome outcome) {
    long soonest = ended + backoff.soonestNanos();
    while (isBefore(soonest) && !isDone()) {
      park(soonest - clock.getAsLong());
    }
    long latest = begun + backoff.latestNanos();
    while (isBefore(latest) && !isDone() && !hasCause(outcome)) {
      park(latest - clock.getAsLong());
    }
    if (!isBefore(latest)) {
      backoff.waited();
    }
  }

  private boolean hasCause(Scaler.Outcome outcome) {
    return scaler.mayGrow() && (outcome != Scaler.Outcome.CALM || wakeSignal.isSet());
  }

  /** Compares by the difference, because a nanosecond clock may overflow. */
  private boolean isBefore(long nanos) {
    return clock.getAsLong() - nanos < 0;
  }

  private void park(long nanos) {
    LockSupport.parkNanos(this, nanos);
    // An interrupt is meant for a policy or a listener that blocks (see {@code stop}). Here it asks
    // for nothing, and if it stayed set, parking would become spinning.
    Thread.interrupted();
  }
}
