package tailgate.lab.hyperfoil;

import io.hyperfoil.api.config.Step;
import io.hyperfoil.api.config.Visitor.Ignore;
import io.hyperfoil.api.connection.Request;
import io.hyperfoil.api.session.Action;
import io.hyperfoil.api.session.ResourceUtilizer;
import io.hyperfoil.api.session.Session;
import io.hyperfoil.http.api.HeaderHandler;
import io.hyperfoil.http.api.HttpCache;
import io.hyperfoil.http.api.HttpRequest;
import io.hyperfoil.http.api.StatusHandler;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.util.AsciiString;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.RequestMix;

/**
 * What a user does for each request: it takes the next one of the {@link RequestSource}, waits
 * until the request is due, sends it, and records the answer.
 *
 * <pre>
 *   Take ──► AwaitDue ──► (request) ──► Status ──► End ──► Take …
 *               │
 *               └── nothing is due: waits until there is a request, or Hyperfoil ends the phase
 * </pre>
 *
 * If its client asks again, Take keeps the request, and AwaitDue waits for the time of the retry.
 *
 * <p>A user that comes late, because all users had a request in flight when this one was due, sends
 * it at once; the delay is part of the latency.
 */
final class RequestSteps {

  private RequestSteps() {}

  private static RequestState state(Session session) {
    return session.getResource(RequestState.KEY);
  }

  /** Takes a request, unless the one before is sent again. */
  static final class Take implements Step, ResourceUtilizer {

    private static final long serialVersionUID = 1;

    @Ignore private final transient LoadDriver driver;

    Take(LoadDriver driver) {
      this.driver = driver;
    }

    @Override
    public void reserve(Session session) {
      session.declareResource(RequestState.KEY, driver::join);
    }

    @Override
    public boolean invoke(Session session) {
      RequestState state = state(session);
      state.session = session;
      driver.take(state);
      return true;
    }
  }

  /** Passes once the request is due. */
  static final class AwaitDue implements Step {

    private static final long serialVersionUID = 1;

    @Ignore private final transient LoadDriver driver;
    @Ignore private final transient RequestMix requests;

    AwaitDue(LoadDriver driver, RequestMix requests) {
      this.driver = driver;
      this.requests = requests;
    }

    @Override
    public boolean invoke(Session session) {
      RequestState state = state(session);
      long now = driver.now();
      if (state.due == Schedule.NEVER || now < state.sendAt) {
        return false;
      }
      if (!state.departed) {
        state.departed = true;
        state.request = requests.at(state.due);
        driver.departed(state, now);
      }
      return true;
    }
  }

  static final class Status implements StatusHandler {

    private static final long serialVersionUID = 1;

    @Override
    public void handleStatus(HttpRequest request, int status) {
      state(request.session).status = status;
    }
  }

  /**
   * Notes where an answer and its connection end: Hyperfoil takes no notice of either, and would
   * send the next request on a connection that the server is about to close.
   */
  static final class Fields implements HeaderHandler {

    private static final long serialVersionUID = 1;

    @Override
    public void handleHeader(HttpRequest request, CharSequence name, CharSequence value) {
      if (HttpHeaderNames.CONNECTION.contentEqualsIgnoreCase(name)) {
        state(request.session).closes =
            AsciiString.containsIgnoreCase(value, HttpHeaderValues.CLOSE);
      } else if (HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)
          || HttpHeaderNames.TRANSFER_ENCODING.contentEqualsIgnoreCase(name)) {
        state(request.session).framed = true;
      }
    }
  }

  /** Notes how long the server says that the request was queued and served there, and when. */
  static final class ServerTimes implements HeaderHandler {

    private static final long serialVersionUID = 1;
    private static final AsciiString NAME = AsciiString.cached("server-timing");

    @Ignore private final transient LoadDriver driver;

    ServerTimes(LoadDriver driver) {
      this.driver = driver;
    }

    @Override
    public void handleHeader(HttpRequest request, CharSequence name, CharSequence value) {
      if (NAME.contentEqualsIgnoreCase(name)) {
        String metrics = value.toString();
        RequestState state = state(request.session);
        state.queuedMicros = duration(metrics, "queue");
        state.servedMicros = duration(metrics, "service");
        state.runQueueMicros = duration(metrics, "run-queue");
        long arrived = micros(metrics, "arrived", "desc=");
        if (arrived != RequestState.NONE) {
          long ago = System.nanoTime() - TimeUnit.MICROSECONDS.toNanos(arrived);
          state.arrivedAt = driver.now() - ago;
        }
      }
    }

    /** Returns how long a metric took, in microseconds; {@link RequestState#NONE} if unknown. */
    static long duration(String metrics, String name) {
      long micros = micros(metrics, name, "dur=");
      return micros >= 0 && micros <= Micros.MOST ? micros : RequestState.NONE;
    }

    /** Returns a time of a metric (W3C Server Timing, 3); {@link RequestState#NONE} if none. */
    private static long micros(String metrics, String name, String parameter) {
      for (String metric : metrics.split(",", -1)) {
        String[] parts = metric.split(";", -1);
        for (int i = 1; i < parts.length && parts[0].strip().equals(name); i++) {
          String part = parts[i].strip();
          if (part.startsWith(parameter)) {
            return parsed(part.substring(parameter.length()));
          }
        }
      }
      return RequestState.NONE;
    }

    private static long parsed(String millis) {
      try {
        double value = Double.parseDouble(millis);
        return Double.isNaN(value) ? RequestState.NONE : Math.round(value * 1e3);
      } catch (NumberFormatException e) {
        return RequestState.NONE;
      }
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
      RequestState state = state(session);
      Request request = session.currentRequest();
      if (!request.isValid() && !driver.isWholeWithItsConnection(state)) {
        state.status = 0; // broken off within the body
      }
      if (state.closes) {
        request.connection().close();
      }
      driver.ended(state);
    }
  }

  /**
   * The last step of a user that keeps its connection for itself: it begins again in the same
   * session, because the connection is closed when a session ends. What else ends with a session,
   * the cache, is emptied.
   */
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
