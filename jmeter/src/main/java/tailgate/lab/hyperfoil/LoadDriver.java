package tailgate.lab.hyperfoil;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives the places of one schedule to the users, and knows when the load is over.
 *
 * <p>Identity: places taken = in flight + ended. An open load is {@link #over} once there are no
 * places left and none is in flight: every request that was due is waited for, and recorded at the
 * time when it was due. A closed load is over when its time is up: answers are recorded when they
 * arrive, which gives a throughput, and users who still wait at the end get no answer. A counted
 * load ends in either of these ways, whichever comes first. Thread-safe; users are on several event
 * loops.
 */
final class LoadDriver {

  /** So that all users have taken a place before the first one is due. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final Schedule schedule;
  private final Recorder recorder;
  private final Runnable onStart;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong inFlight = new AtomicLong();
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  /** Of {@link System#nanoTime}; set by the first user. */
  private final AtomicLong start = new AtomicLong();

  /** Whether all places are taken. Volatile because all event loops read and write it. */
  private volatile boolean soldOut;

  /**
   * @param onStart run once, shortly before the first request is due
   */
  LoadDriver(Schedule schedule, Recorder recorder, Runnable onStart) {
    this.schedule = schedule;
    this.recorder = recorder;
    this.onStart = onStart;
  }

  /** Nanoseconds since the start of the load, negative before it. */
  long now() {
    long begun = start.get();
    if (begun == 0) {
      if (start.compareAndSet(0, System.nanoTime() + LEAD_NANOS)) {
        recorder.startsAt(System.currentTimeMillis() + TimeUnit.NANOSECONDS.toMillis(LEAD_NANOS));
        if (schedule.closed()) {
          over.completeOnTimeout(null, LEAD_NANOS + schedule.length(), TimeUnit.NANOSECONDS);
        }
        onStart.run();
      }
      begun = start.get();
    }
    return System.nanoTime() - begun;
  }

  /** The next request, which may be due {@link Schedule#NEVER}. */
  void take(RequestState state) {
    inFlight
        .incrementAndGet(); // before taking a place, else another user could see the end too early
    long number = next.getAndIncrement();
    state.begin(number, schedule.due(number, now()));
    if (state.due == Schedule.NEVER) {
      soldOut = true;
      leave();
    }
  }

  /** All users had a request in flight when this request was due. */
  void foundNoUser(RequestState state, long now) {
    if (!schedule.closed()) {
      recorder.blocked(state, now);
    }
  }

  void departed(RequestState state, long now) {
    recorder.departed(state, now);
  }

  /** A request has been answered, or has failed for good. */
  void ended(RequestState state) {
    long now = now();
    if (schedule.closed() && now >= schedule.length()) {
      return; // too late to count
    }
    if (state.status == 200) {
      recorder.answered(state, now);
    } else {
      recorder.failed(state, now);
    }
    leave();
  }

  private void leave() {
    if (inFlight.decrementAndGet() == 0 && soldOut) {
      over.complete(null);
    }
  }

  /** Completes when every request has ended. */
  CompletionStage<Void> over() {
    return over;
  }
}
