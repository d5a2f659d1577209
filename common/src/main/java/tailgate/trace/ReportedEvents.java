package tailgate.trace;

import org.jspecify.annotations.Nullable;

/**
 * For each reactor, an event that was begun when its selector last reported something.
 *
 * <p>An event can begin only now, never in the past; and a request that is handed over now may have
 * been there for long, because those that were reported before it came first: each was answered (on
 * an event loop), or had to wait for room in the queue of a pool. So there is an event begun in
 * time, once for all that was reported together, and each request takes a copy of it.
 *
 * <p>Each thread has its own, so there is nothing to guard. While nobody records, a report costs a
 * look at two flags.
 */
final class ReportedEvents {

  /** What was begun, and at which time by the observation's clock. */
  private record Report(long nanos, RequestEvent begun) {}

  private static final ThreadLocal<Report> LATEST = new ThreadLocal<>();

  private ReportedEvents() {}

  /** Begins one if somebody records. */
  static void report(long nanos) {
    if (RecordingState.takesRequests()) {
      var event = new RequestEvent();
      event.begin();
      LATEST.set(new Report(nanos, event));
    }
  }

  /**
   * A copy of the event that this thread began at this time; null if it did not, as it is no
   * reactor, or nobody recorded then.
   */
  static @Nullable RequestEvent begunAt(long nanos) {
    Report report = LATEST.get();
    return report == null || report.nanos != nanos ? null : report.begun.copy();
  }
}
