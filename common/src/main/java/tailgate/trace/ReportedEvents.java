package tailgate.trace;

import org.jspecify.annotations.Nullable;

/**
 * For each reactor, an event that was begun when its selector last reported ready connections.
 *
 * <p>An event can only begin now, not in the past. But when a request is dispatched it may already
 * have waited, because requests that were reported with it came first. On an event loop each of
 * them was answered; before a pool each may have waited for room in the queue. Therefore one event
 * is begun for all connections that were reported together, and each request gets a copy of it.
 *
 * <p>Each thread has its own, so there is nothing to guard. Without a recording, a report costs a
 * check of two flags.
 */
final class ReportedEvents {

  /** The event, and when it was begun by the clock of the observation. */
  private record Report(long nanos, RequestEvent begun) {}

  private static final ThreadLocal<Report> LATEST = new ThreadLocal<>();

  private ReportedEvents() {}

  /** Begins an event if there is a recording. */
  static void report(long nanos) {
    if (RecordingState.takesRequests()) {
      var event = new RequestEvent();
      event.begin();
      LATEST.set(new Report(nanos, event));
    }
  }

  /**
   * A copy of the event that this thread began at this time; null if this thread is not a reactor,
   * or there was no recording then.
   */
  static @Nullable RequestEvent begunAt(long nanos) {
    Report report = LATEST.get();
    return report == null || report.nanos != nanos ? null : report.begun.copy();
  }
}
