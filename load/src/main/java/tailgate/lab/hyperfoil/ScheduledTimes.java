package tailgate.lab.hyperfoil;

/**
 * A share of the requests of an open schedule, for one of several event loops: each takes every
 * n-th. Confined to one thread.
 */
final class ScheduledTimes implements DueTimes {

  private final Schedule schedule;
  private final int loops;
  private long number;

  /**
   * Creates the share of an event loop.
   *
   * @param loop its number, from 0
   * @param loops how many there are
   */
  ScheduledTimes(Schedule schedule, int loop, int loops) {
    this.schedule = schedule;
    this.loops = loops;
    number = loop;
  }

  @Override
  public long next() {
    return schedule.due(number, 0);
  }

  @Override
  public long take() {
    long due = next();
    number += loops;
    return due;
  }

  @Override
  public void takenUntil(long now) {} // they are known from the beginning
}
