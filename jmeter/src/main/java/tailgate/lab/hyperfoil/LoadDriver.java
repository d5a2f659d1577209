package tailgate.lab.hyperfoil;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All users' way through one schedule: who takes which place, and whether there are any left.
 *
 * <p>Written identity: places taken = under way + ended. An open load is {@link #over} once there
 * are no places left and none is under way: whatever was due is waited for, and booked when it was
 * due. A closed one is over when its time is: answers are booked when they come, which makes them a
 * throughput, and who still waits then has no answer. A counted one ends as either of them does,
 * whichever comes first. Thread-safe; users are on several event loops.
 */
final class LoadDriver {

  /** So that all users have taken a place before the first one is due. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final Schedule schedule;
  private final Recorder recorder;
  private final Runnable onStart;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong underWay = new AtomicLong();
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  /** Of {@link System#nanoTime}; set by the first user. */
  private final AtomicLong start = new AtomicLong();

  /** Volatile because event loops see each other's end. */
  private volatile boolean sold;

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
    underWay.incrementAndGet(); // before it is known that there is one, or another could end it all
    long number = next.getAndIncrement();
    state.begin(number, schedule.due(number, now()));
    if (state.due == Schedule.NEVER) {
      sold = true;
      leave();
    }
  }

  /** All users were in flight when the request was due. */
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
      return; // too late to count; nobody waits for it
    }
    if (state.status == 200) {
      recorder.answered(state, now);
    } else {
      recorder.failed(state, now);
    }
    leave();
  }

  private void leave() {
    if (underWay.decrementAndGet() == 0 && sold) {
      over.complete(null);
    }
  }

  /** Completes when every request has ended. */
  CompletionStage<Void> over() {
    return over;
  }
}
