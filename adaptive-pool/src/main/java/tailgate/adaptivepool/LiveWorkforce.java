package tailgate.adaptivepool;

import java.util.function.LongSupplier;

/**
 * The pool's own queue, crew and meter. Confined to the monitor thread.
 *
 * <p>A worker that waits for the queue's lock counts as one that wants to compute: it would, and a
 * lock whose holder has lost its core must not look like work that waits. (It did: on a machine
 * with ten runnable threads for each core, a pool of 16 that sent small files grew to 62.)
 */
final class LiveWorkforce implements Workforce {
  private final BoundedQueue<Job> queue;
  private final Crew crew;
  private final Meter meter;
  private final LongSupplier clock;
  private final ProcessorUse processorUse = new ProcessorUse();

  LiveWorkforce(BoundedQueue<Job> queue, Crew crew, Meter meter, LongSupplier clock) {
    this.queue = queue;
    this.crew = crew;
    this.meter = meter;
    this.clock = clock;
  }

  @Override
  public Reading read() {
    processorUse.look(crew.threads());
    Meter.Totals totals = meter.totals();
    return new Reading(
        clock.getAsLong(),
        crew.headcount(),
        queue.snapshot().accepted(),
        totals.completed(),
        totals.waitNanos(),
        totals.serviceNanos(),
        processorUse.cpuNanos(),
        processorUse.runnable() + queue.contenders(),
        Runtime.getRuntime().availableProcessors());
  }

  /** Hires nobody for a queue that is closed and drained: they would only leave again. */
  @Override
  public int hire(int wanted) {
    return queue.isClosed() && queue.depth() == 0 ? 0 : crew.hire(wanted);
  }

  @Override
  public void dismiss(int workers) {
    queue.dismiss(workers);
  }
}
