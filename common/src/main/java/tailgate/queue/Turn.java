package tailgate.queue;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a worker may go on with task after task before it lets other threads have the processor.
 *
 * <p>Where more workers compute than there are processors, the kernel lets each have one for a
 * slice of some milliseconds, and a task that is interrupted at the end of a slice waits for the
 * slices of all the others. A worker that gives its processor away between two tasks is seldom
 * interrupted in the middle of one. {@code docs/results/computing} has what that changes. A task
 * that waits counts with its wait, so after a long one the worker gives up what it has just got;
 * that is a system call, and changes nothing else.
 *
 * <p>Confined to its worker. Tests: TurnTest.
 */
public final class Turn {

  private static final Duration SHORTEST = Duration.ofNanos(10_000);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final long limitNanos;
  private final LongSupplier clock;

  private long begunNanos;

  /** The time spent in the tasks of this turn. */
  private long workedNanos;

  /**
   * Creates a first turn.
   *
   * @param limit from 10 &micro;s to a second
   * @param clock like {@link System#nanoTime}; read twice for each task
   * @throws IllegalArgumentException if the limit is out of range
   */
  public Turn(Duration limit, LongSupplier clock) {
    this.limitNanos = checked(limit).toNanos();
    this.clock = clock;
  }

  /**
   * Returns the limit if it is in range.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public static Duration checked(Duration limit) {
    if (limit.compareTo(SHORTEST) < 0 || limit.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("a turn must be from 10us to 1s");
    }
    return limit;
  }

  /** Notes that a task begins. */
  public void begin() {
    begunNanos = clock.getAsLong();
  }

  /** Notes that the task has ended. If the turn is over, lets others have the processor. */
  @SuppressWarnings("ThreadPriorityCheck") // nothing but the tail relies on the scheduler
  public void end() {
    if (isOver()) {
      Thread.yield();
    }
  }

  /** Adds the task that has ended, and returns whether the turn is over; then the next begins. */
  boolean isOver() {
    workedNanos += clock.getAsLong() - begunNanos;
    if (workedNanos < limitNanos) {
      return false;
    }
    workedNanos = 0;
    return true;
  }
}
