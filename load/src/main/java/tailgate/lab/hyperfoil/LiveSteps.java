package tailgate.lab.hyperfoil;

import io.hyperfoil.api.config.Step;
import io.hyperfoil.api.config.Visitor.Ignore;
import io.hyperfoil.api.session.Action;
import io.hyperfoil.api.session.ResourceUtilizer;
import io.hyperfoil.api.session.Session;
import io.hyperfoil.http.api.HttpCache;
import io.hyperfoil.http.api.HttpRequest;
import io.hyperfoil.http.api.StatusHandler;

/**
 * What a user of a live load does: it waits for a request, sends it, tells of its end, and begins
 * again. The session never ends, so that its connection stays open.
 */
final class LiveSteps {

  private LiveSteps() {}

  private static LiveUser user(Session session) {
    return session.getResource(LiveUser.KEY);
  }

  /** Passes once the user has a request. */
  static final class Await implements Step, ResourceUtilizer {

    private static final long serialVersionUID = 1;

    @Ignore private final transient LiveLoop loop;

    Await(LiveLoop loop) {
      this.loop = loop;
    }

    @Override
    public void reserve(Session session) {
      session.declareResource(LiveUser.KEY, loop.users()::join);
    }

    @Override
    public boolean invoke(Session session) {
      LiveUser user = user(session);
      if (user.session == null) {
        loop.runs(user, session);
      }
      return loop.users().hasRequest(user);
    }
  }

  static final class Status implements StatusHandler {

    private static final long serialVersionUID = 1;

    @Override
    public void handleStatus(HttpRequest request, int status) {
      user(request.session).status = status;
    }
  }

  /** Hyperfoil runs this once for each request, after the last byte or instead of it. */
  static final class End implements Action {

    private static final long serialVersionUID = 1;

    @Ignore private final transient LiveLoop loop;

    End(LiveLoop loop) {
      this.loop = loop;
    }

    @Override
    public void run(Session session) {
      LiveUser user = user(session);
      if (!session.currentRequest().isValid()) {
        user.status = 0; // broken off within the body
      }
      loop.users().ended(user);
    }
  }

  /** The last step. A user has a cache until its session ends, and this one never does. */
  static final class Again implements Step {

    private static final long serialVersionUID = 1;

    @Override
    public boolean invoke(Session session) {
      HttpCache.get(session).clear();
      session.currentSequence().restart(session);
      return true;
    }
  }
}
