package tailgate.lab.hyperfoil;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives the places of one schedule to the users. A user takes one place after the other, until
 * there is none for it. In a closed load a user's request is due when its previous one ended, or
 * when the user is next one of those who ask. So what the generator does between two requests of a
 * user is part of a latency, as is a wait for its event loop. Its users begin one after the other,
 * as {@link Schedule#firstDue} says. Thread-safe.
 */
final class ScheduledRequests implements RequestSource {

  private final Schedule schedule;
  private final AtomicLong next = new AtomicLong();

  /** How many users have or will have a request. */
  private final AtomicLong active = new AtomicLong();

  ScheduledRequests(Schedule schedule) {
    this.schedule = schedule;
  }

  @Override
  public boolean take(RequestState user) {
    boolean isFirst = user.previousEnd == RequestState.NONE;
    if (isFirst) {
      // Before taking a place in the schedule, else another user could be the last one.
      user.place = active.getAndIncrement();
    }
    long number = next.getAndIncrement();
    long due = isFirst ? schedule.firstDue(number) : schedule.due(number, user.previousEnd);
    user.begin(number, schedule.asks(user.place, due));
    return user.due != Schedule.NEVER || active.decrementAndGet() > 0;
  }
}
