package tailgate.lab.hyperfoil;

import io.hyperfoil.api.config.Step;
import io.hyperfoil.api.config.Visitor.Ignore;
import io.hyperfoil.api.session.ResourceUtilizer;
import io.hyperfoil.api.session.Session;
import java.util.concurrent.TimeUnit;

/**
 * The two steps before a request: a user takes the next place in the schedule, then waits until it
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

    @Ignore private final transient LoadDriver driver;

    Take(LoadDriver driver) {
      this.driver = driver;
    }

    @Override
    public void reserve(Session session) {
      session.declareResource(RequestState.KEY, RequestState::new);
    }

    @Override
    public boolean invoke(Session session) {
      RequestState state = session.getResource(RequestState.KEY);
      driver.take(state);
      if (state.due != Schedule.NEVER) {
        long now = driver.now();
        long wait = state.due - now;
        if (wait > 0) {
          state.alarm = session.executor().schedule(session.runTask(), wait, TimeUnit.NANOSECONDS);
        } else {
          driver.foundNoUser(state, now);
        }
      }
      return true;
    }
  }

  /** Lets nobody pass before it is due. */
  static final class Await implements Step {

    private static final long serialVersionUID = 1;

    @Ignore private final transient LoadDriver driver;

    Await(LoadDriver driver) {
      this.driver = driver;
    }

    @Override
    public boolean invoke(Session session) {
      RequestState state = session.getResource(RequestState.KEY);
      if (state.due == Schedule.NEVER) {
        return false;
      }
      long now = driver.now();
      if (now < state.due) {
        return false;
      }
      if (!state.departed) {
        state.departed = true;
        driver.departed(state, now);
      }
      return true;
    }
  }
}
