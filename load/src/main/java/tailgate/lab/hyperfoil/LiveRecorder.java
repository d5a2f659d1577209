package tailgate.lab.hyperfoil;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
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
public final class LiveRecorder implements Recorder {

  /** After this time a request has failed: since it was sent, or was due if it was not sent. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  static final long TIMEOUT_NANOS = TIMEOUT.toNanos();

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The requests under way by their number, in the order in which they were due. Guarded by this,
   * as are all fields that follow.
   */
  private final Map<Long, LiveRequest> inFlight = new LinkedHashMap<>();

  private final long timeoutNanos;
  private final Deque<Mark> answersOverTime = new ArrayDeque<>();
  private LiveWindows windows = new LiveWindows();
  private LiveSample sample = new LiveSample();
  private long nextNumber;
  private long due;
  private long sent;
  private long answered;
  private long refused;
  private long failed;

  /** The number of answers until a time. */
  private record Mark(long at, long answered) {}

  /** Creates the recorder of a load whose requests fail after {@link #TIMEOUT}. */
  public LiveRecorder() {
    this(TIMEOUT_NANOS);
  }

  LiveRecorder(long timeoutNanos) {
    this.timeoutNanos = timeoutNanos;
  }

  /** Forgets all requests, also those that have not ended. */
  public synchronized void reset() {
    inFlight.clear();
    answersOverTime.clear();
    windows = new LiveWindows();
    sample = new LiveSample();
    due = 0;
    sent = 0;
    answered = 0;
    refused = 0;
    failed = 0;
  }

  /** Records that a request is due, and returns its number, which no other one ever has. */
  synchronized long due(long at) {
    LiveRequest request = new LiveRequest(at);
    inFlight.put(nextNumber, request);
    windows.due(at);
    sample.due(request);
    due++;
    return nextNumber++;
  }

  @Override
  public synchronized void departed(RequestState state, long now) {
    LiveRequest request = inFlight.get(state.number);
    if (request != null) { // else a reset came between
      request.sent = now;
      sent++;
      if (state.hadUser) {
        windows.departed(request.due, now);
      }
    }
  }

  @Override
  public void answered(RequestState state, long now) {
    ended(state.number, now, LiveOutcome.ANSWERED);
  }

  @Override
  public void failed(RequestState state, long now) {
    ended(
        state.number,
        now,
        state.status == 503
            ? LiveOutcome.REFUSED
            : state.isTimedOut(now, timeoutNanos) ? LiveOutcome.TIMED_OUT : LiveOutcome.FAILED);
  }

  @Override
  public void unanswered(RequestState state, long now) {
    ended(state.number, now, LiveOutcome.FAILED);
  }

  @Override
  public void unsent(long number, long requestDue, long now) {
    ended(number, now, LiveOutcome.TIMED_OUT);
  }

  /** Records that all requests under way have failed, because their load has ended. */
  synchronized void cutOff(long now) {
    List.copyOf(inFlight.keySet()).forEach(number -> ended(number, now, LiveOutcome.FAILED));
  }

  private synchronized void ended(long number, long now, LiveOutcome outcome) {
    LiveRequest request = inFlight.remove(number);
    if (request == null) {
      return; // a reset came between
    }
    request.ended = now;
    request.outcome = outcome;
    switch (outcome) {
      case ANSWERED -> answered++;
      case REFUSED -> refused++;
      case FAILED, TIMED_OUT -> {
        failed++;
        windows.failed(request.due);
      }
    }
    if (outcome == LiveOutcome.ANSWERED || outcome == LiveOutcome.TIMED_OUT) {
      windows.ended(request.due, now);
    }
  }

  /**
   * Returns the figures now. A request to be drawn is in this view, and in another when it ended.
   */
  public synchronized LiveView view(long now) {
    windows.closeUntil(now, inFlight.values());
    Histogram latencies = windows.latencies();
    int waiting = 0;
    for (LiveRequest request : inFlight.values()) {
      latencies.recordValue(Micros.of(now - request.due));
      waiting += request.sent == null ? 1 : 0;
    }
    double perSecond = perSecond(now);
    long oneIn = sample.oneIn(); // before the view, which sets that of the next one
    return new LiveView(
        new LiveView.Counts(due, sent, answered, refused, failed, inFlight.size()),
        perSecond,
        latencies.getValueAtPercentile(50),
        latencies.getValueAtPercentile(99),
        waiting,
        windows.health(perSecond),
        sample.view(now),
        oneIn);
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

  /**
   * Returns the requests until two seconds ago, in windows of 100 ms; before it the counts of
   * nothing.
   */
  public synchronized Timeline timeline() {
    return windows.timeline();
  }

  /** Returns when the first window of {@link #timeline} began. */
  public synchronized long timelineStart() {
    return windows.start();
  }

  /** Whether at least so many requests were due, and all of them have ended. */
  synchronized boolean hasEnded(long least) {
    return due >= least && inFlight.isEmpty();
  }

  /** Returns how many requests failed since the last reset. */
  public synchronized long failed() {
    return failed;
  }
}
