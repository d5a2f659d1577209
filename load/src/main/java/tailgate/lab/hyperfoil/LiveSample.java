package tailgate.lab.hyperfoil;

import java.util.ArrayList;
import java.util.List;

/**
 * The requests of a live load that are drawn: of many a sample. Guarded by the {@link
 * LiveRecorder}.
 */
final class LiveSample {

  /** One view has so many requests to be drawn; most are in two views, the second time ended. */
  private static final int DRAWN = 20;

  /** One view has at most so many new requests, whatever the rate was before. */
  private static final int MOST_DRAWN = 2 * DRAWN;

  private List<LiveRequest> drawn = new ArrayList<>();
  private List<LiveRequest> inFlight = new ArrayList<>();

  /** How many requests were due since the last view. */
  private long due;

  private long oneIn = 1;

  void due(LiveRequest request) {
    if (due++ % oneIn == 0) {
      drawn.add(request);
      thinOut();
    }
  }

  /** Keeps every second request if there are too many: the rate has risen since the last view. */
  private void thinOut() {
    if (drawn.size() > MOST_DRAWN) {
      List<LiveRequest> kept = new ArrayList<>();
      for (int i = 0; i < drawn.size(); i += 2) {
        kept.add(drawn.get(i));
      }
      drawn = kept;
      oneIn *= 2;
    }
  }

  /** Returns which part of the requests since the last view is drawn: one in so many. */
  long oneIn() {
    return oneIn;
  }

  /** Returns the new requests to be drawn, and earlier ones that have ended since. */
  List<LiveView.Event> view(long now) {
    List<LiveRequest> still = new ArrayList<>();
    List<LiveView.Event> events = new ArrayList<>();
    for (LiveRequest request : drawn) {
      events.add(request.event());
      if (request.inFlight()) {
        still.add(request);
      }
    }
    for (LiveRequest request : inFlight) {
      if (!request.inFlight()) {
        events.add(request.event());
      } else if (now - request.due < LiveWindows.RECENT_NANOS) {
        still.add(request); // one that waits longer is drawn no more, else they would pile up
      }
    }
    drawn = new ArrayList<>();
    inFlight = still;
    oneIn = Math.max(1, Math.ceilDiv(due, DRAWN));
    due = 0;
    return events;
  }
}
