package tailgate.lab.hyperfoil;

import io.hyperfoil.api.config.Visitor.Ignore;
import io.hyperfoil.api.session.Action;
import io.hyperfoil.api.session.Session;
import io.hyperfoil.http.api.HttpRequest;
import io.hyperfoil.http.api.StatusHandler;

/** What happens when an answer comes, or when it is clear that none will. */
final class Answer {

  private Answer() {}

  static final class Status implements StatusHandler {

    private static final long serialVersionUID = 1;

    @Override
    public void handleStatus(HttpRequest request, int status) {
      request.session.getResource(RequestState.KEY).status = status;
    }
  }

  /** Hyperfoil runs this once for each request, after the last byte or instead of it. */
  static final class End implements Action {

    private static final long serialVersionUID = 1;

    @Ignore private final transient LoadDriver driver;

    End(LoadDriver driver) {
      this.driver = driver;
    }

    @Override
    public void run(Session session) {
      RequestState state = session.getResource(RequestState.KEY);
      if (!session.currentRequest().isValid()) {
        state.status = 0; // broken off in the midst of the body
      }
      driver.ended(state);
    }
  }
}
