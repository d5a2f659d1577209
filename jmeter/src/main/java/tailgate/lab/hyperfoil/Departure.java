package tailgate.lab.hyperfoil;

import io.hyperfoil.api.config.Step;
import io.hyperfoil.api.config.Visitor.Ignore;
import io.hyperfoil.api.session.ResourceUtilizer;
import io.hyperfoil.api.session.Session;
import java.util.concurrent.TimeUnit;

/**
 * The two steps before a request: a user takes the next place in the timetable, then waits until it
 * is due.
 *
 * <pre>
 *   Take ──► Await ──► (request, answer) ──► Take …
 *              │
 *              └── nothing more is due: waits until Hyperfoil ends the phase
 * </pre>
 *
 * A user that comes late, because all were in flight when the request was due, departs at once; the
 * time that it was late is part of the latency.
 */
final class Departure {

  private Departure() {}

  /** Takes a place and sets the alarm. */
  static final class Take implements Step, ResourceUtilizer {

    private static final long serialVersionUID = 1;

    @Ignore private final transient Journey journey;

    Take(Journey journey) {
      this.journey = journey;
    }

    @Override
    public void reserve(Session session) {
      session.declareResource(Trip.KEY, Trip::new);
    }

    @Override
    public boolean invoke(Session session) {
      Trip trip = session.getResource(Trip.KEY);
      journey.take(trip);
      if (trip.due != Timetable.NEVER) {
        long now = journey.now();
        long wait = trip.due - now;
        if (wait > 0) {
          trip.alarm = session.executor().schedule(session.runTask(), wait, TimeUnit.NANOSECONDS);
        } else {
          journey.foundNoUser(trip, now);
        }
      }
      return true;
    }
  }

  /** Lets nobody pass before it is due. */
  static final class Await implements Step {

    private static final long serialVersionUID = 1;

    @Ignore private final transient Journey journey;

    Await(Journey journey) {
      this.journey = journey;
    }

    @Override
    public boolean invoke(Session session) {
      Trip trip = session.getResource(Trip.KEY);
      if (trip.due == Timetable.NEVER) {
        return false;
      }
      long now = journey.now();
      if (now < trip.due) {
        return false;
      }
      if (!trip.departed) {
        trip.departed = true;
        journey.departed(trip, now);
      }
      return true;
    }
  }
}
