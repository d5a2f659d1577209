package tailgate.lab.hyperfoil;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.Timeline;

/**
 * What has become of each request of a live load, whichever server and generator it had.
 *
 * <p>Every request is counted: {@code due = answered + refused + failed + in flight}, at any
 * moment. The percentiles are those of all requests that were due in the last two seconds or are
 * still under way; one without an answer takes part with its age. Only those that are drawn are a
 * sample.
 *
 * <p>Times are nanoseconds of one clock. Thread-safe: the event loop of the generator writes, the
 * thread that makes frames reads, and all state is guarded by this.
 */
public final class LiveRecorder {

  /** Percentiles look back for this long. */
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** One view has so many requests to be drawn; most are in two views, the second time ended. */
  private static final int DRAWN = 20;

  /** One view has at most so many new requests, whatever the rate was before. */
  private static final int MOST_DRAWN = 2 * DRAWN;

  /** Requests by when they were due. Guarded by this, as are all fields that follow. */
  private final Deque<LiveRequest> recent = new ArrayDeque<>();

  /** Requests that were due before the window and may still be under way. */
  private final List<LiveRequest> overdue = new ArrayList<>();

  private final Deque<Mark> answersOverTime = new ArrayDeque<>();
  private final LiveSlices slices = new LiveSlices();
  private List<LiveRequest> drawn = new ArrayList<>();
  private List<LiveRequest> drawnInFlight = new ArrayList<>();
  private int era;
  private long due;
  private long sent;
  private long answered;
  private long refused;
  private long failed;
  private long inFlight;
  private long dueAtLastView;
  private long oneIn = 1;

  /** The number of answers until a time. */
  private record Mark(long at, long answered) {}

  /** Forgets all requests, also those that have not ended. */
  public synchronized void reset() {
    era++;
    recent.clear();
    overdue.clear();
    answersOverTime.clear();
    slices.clear();
    drawn = new ArrayList<>();
    drawnInFlight = new ArrayList<>();
    due = 0;
    sent = 0;
    answered = 0;
    refused = 0;
    failed = 0;
    inFlight = 0;
    dueAtLastView = 0;
    oneIn = 1;
  }

  synchronized LiveRequest due(long at) {
    LiveRequest request = new LiveRequest(at, era);
    if (due % oneIn == 0) {
      drawn.add(request);
      thinOut();
    }
    due++;
    inFlight++;
    recent.add(request);
    return request;
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

  /**
   * Records that a request leaves now.
   *
   * @param hadUser whether a user was free when it was due
   */
  synchronized void sent(LiveRequest request, long now, boolean hadUser) {
    request.sent = now;
    request.hadUser = hadUser;
    if (request.era == era) {
      sent++;
    }
  }

  /** Records that a request has ended; the first end counts. */
  synchronized void ended(LiveRequest request, long now, LiveOutcome outcome) {
    if (!request.inFlight()) {
      return;
    }
    request.ended = now;
    request.outcome = outcome;
    if (request.era != era) {
      return;
    }
    inFlight--;
    switch (outcome) {
      case ANSWERED -> answered++;
      case REFUSED -> refused++;
      case FAILED, TIMED_OUT -> {
        failed++;
        slices.failed();
      }
    }
  }

  /**
   * Returns the figures now. A request to be drawn is in this view, and in another when it ended.
   */
  public LiveView view(long now) {
    LiveWindow window;
    LiveView.Counts counts;
    List<LiveView.Event> events;
    long sampledOneIn;
    double perSecond;
    synchronized (this) {
      forgetUntil(now - WINDOW_NANOS);
      window = new LiveWindow(recent, overdue, now);
      counts = new LiveView.Counts(due, sent, answered, refused, failed, inFlight);
      sampledOneIn = oneIn;
      events = events(now);
      perSecond = perSecond(now);
    }
    return window.view(counts, perSecond, events, sampledOneIn);
  }

  private void forgetUntil(long end) {
    overdue.removeIf(request -> !request.inFlight());
    while (!recent.isEmpty() && recent.getFirst().due < end) {
      LiveRequest request = recent.removeFirst();
      slices.add(request, end + WINDOW_NANOS);
      if (request.inFlight()) {
        overdue.add(request);
      }
    }
    slices.close(end);
  }

  private double perSecond(long now) {
    answersOverTime.add(new Mark(now, answered));
    while (answersOverTime.size() > 2 && answersOverTime.getFirst().at < now - SECOND_NANOS) {
      answersOverTime.removeFirst();
    }
    Mark first = answersOverTime.getFirst();
    return now == first.at
        ? 0
        : (answered - first.answered) * (double) SECOND_NANOS / (now - first.at);
  }

  /** Returns the new requests to be drawn, and earlier ones that have ended since. */
  private List<LiveView.Event> events(long now) {
    List<LiveRequest> still = new ArrayList<>();
    List<LiveView.Event> events = new ArrayList<>();
    for (LiveRequest request : drawn) {
      events.add(LiveView.Event.of(request));
      if (request.inFlight()) {
        still.add(request);
      }
    }
    for (LiveRequest request : drawnInFlight) {
      if (!request.inFlight()) {
        events.add(LiveView.Event.of(request));
      } else if (now - request.due < WINDOW_NANOS) {
        still.add(request); // one that waits longer is drawn no more, else they would pile up
      }
    }
    drawn = new ArrayList<>();
    drawnInFlight = still;
    oneIn = Math.max(1, Math.ceilDiv(due - dueAtLastView, DRAWN));
    dueAtLastView = due;
    return events;
  }

  /**
   * Returns the requests until two seconds ago, in windows of 100 ms; before it the counts of
   * nothing.
   */
  public synchronized Timeline timeline() {
    return slices.timeline();
  }

  /** Returns when the first window of {@link #timeline} began. */
  public synchronized long timelineStart() {
    return slices.start();
  }

  /** Returns how many requests failed since the last reset. */
  public synchronized long failed() {
    return failed;
  }
}
