package tailgate.adaptivepool;

import java.util.function.LongSupplier;
import tailgate.queue.BoundedQueue;

/**
 * The pool's own queue, crew and meter. Confined to the monitor thread.
 *
 * <p>A worker that waits for the queue's lock counts as one that wants to compute: it would, and a
 * lock whose holder has lost its core must not look like work that waits. (It did: on a machine
 * with ten runnable threads for each core, a pool of 16 that sent small files grew to 62.)
 * Submitters that wait for it are counted too, because the lock cannot tell them apart; they want a
 * core as well.
 */
final class LiveWorkforce implements Workforce {
  private final BoundedQueue<Runnable> queue;
  private final Crew crew;
  private final Meter meter;
  private final LongSupplier clock;
  private final long intervalNanos;
  private final ProcessorUse processorUse = new ProcessorUse();

  /** When the meter was last told how many tasks to expect. */
  private long thinnedNanos;

  /** Tasks submitted until then. */
  private long acceptedBefore;

  LiveWorkforce(BoundedQueue<Runnable> queue, Crew crew, Meter meter, AdaptivePoolConfig config) {
    this.queue = queue;
    this.crew = crew;
    this.meter = meter;
    this.clock = config.nanoClock();
    this.intervalNanos = config.interval().toNanos();
    this.thinnedNanos = clock.getAsLong();
  }

  @Override
  public Reading read() {
    processorUse.look(crew.threads());
    long now = clock.getAsLong();
    long accepted = queue.snapshot().accepted();
    thinOut(now, accepted);
    Meter.Totals totals = meter.totals();
    return new Reading(
        now,
        crew.headcount(),
        accepted,
        crew.performed(),
        totals.timed(),
        totals.waitNanos(),
        totals.serviceNanos(),
        processorUse.cpuNanos(),
        processorUse.runnable() + queue.contenders(),
        Runtime.getRuntime().availableProcessors());
  }

  /** Once an interval, tells the meter how many tasks to expect in the next. */
  private void thinOut(long now, long accepted) {
    if (now - thinnedNanos >= intervalNanos) {
      meter.thinOut(accepted - acceptedBefore);
      thinnedNanos = now;
      acceptedBefore = accepted;
    }
  }

  @Override
  public int hire(int wanted) {
    return crew.hire(wanted);
  }

  @Override
  public void dismiss(int workers) {
    queue.releaseIdle(workers);
  }
}
