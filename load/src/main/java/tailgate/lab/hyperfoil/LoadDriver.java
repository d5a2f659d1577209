package tailgate.lab.hyperfoil;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Retries;

/**
 * Gives the places of one schedule to the users, and knows when the load is over.
 *
 * <p>A user takes one place after the other, until there is none for it; then it leaves. In a
 * closed load a user's request is due when its previous one ended. So what the generator does
 * between two requests of a user is part of a latency, as is a wait for its event loop. Its users
 * begin one after the other, as {@link Schedule#firstDue} says.
 *
 * <p>A load is {@link #over} once all users have left. A closed or counted load is also over some
 * time after its end, the drain: users that still wait for an answer then are unanswered. An open
 * load waits for every request that was due. Thread-safe; users are on several event loops.
 */
final class LoadDriver {

  /** The time in which all users take a place before the first request is due: least and most. */
  private static final long LEAST_LEAD_MILLIS = 50;

  private static final long MOST_LEAD_MILLIS = 250;
  private static final int USERS_IN_A_MILLISECOND = 5;

  /** There is less time where the first requests do not count: users may take them late. */
  private static final int USERS_IN_A_MILLISECOND_OF_WARM_UP = 20;

  private final Schedule schedule;
  private final Recorder recorder;
  private final long leadNanos;
  private final long drainNanos;
  private final @Nullable Retries retries;
  private final Runnable onStart;
  private final LongSupplier nanoTime;
  private final AtomicLong next = new AtomicLong();

  /** How many users have or will have a request. */
  private final AtomicLong active = new AtomicLong();

  private final Queue<RequestState> users = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  /** Written before the first user joins; others of its threads read it. */
  private volatile long notBeforeMillis;

  /** The value of {@link System#nanoTime} when the load starts; set by the first user. */
  private final AtomicLong start = new AtomicLong();

  /**
   * @param users how many will join
   * @param drainNanos how long a closed load waits for answers after its end
   * @param retries null if nobody asks again
   * @param onStart run once, shortly before the first request is due
   * @param nanoTime as {@link System#nanoTime}
   */
  LoadDriver(
      Schedule schedule,
      Recorder recorder,
      int users,
      long drainNanos,
      @Nullable Retries retries,
      Runnable onStart,
      LongSupplier nanoTime) {
    this.retries = retries;
    this.schedule = schedule;
    this.recorder = recorder;
    this.drainNanos = drainNanos;
    int pace = schedule.countsAtOnce() ? USERS_IN_A_MILLISECOND : USERS_IN_A_MILLISECOND_OF_WARM_UP;
    long millis = LEAST_LEAD_MILLIS + users / pace;
    leadNanos = TimeUnit.MILLISECONDS.toNanos(Math.min(MOST_LEAD_MILLIS, millis));
    this.onStart = onStart;
    this.nanoTime = nanoTime;
  }

  /** Adds a new user, and returns its state. */
  RequestState join() {
    RequestState state = new RequestState();
    users.add(state);
    return state;
  }

  /**
   * Makes the load begin no earlier than this; to be called before the first user joins.
   *
   * @param epochMillis by the clock of this machine
   */
  void notBefore(long epochMillis) {
    notBeforeMillis = epochMillis;
  }

  private long leadNanos(long epochMillis) {
    return Math.max(leadNanos, TimeUnit.MILLISECONDS.toNanos(notBeforeMillis - epochMillis));
  }

  /** Returns the nanoseconds since the start of the load, negative before it. */
  long now() {
    long begun = start.get();
    if (begun == 0) {
      long epochMillis = System.currentTimeMillis();
      long lead = leadNanos(epochMillis);
      if (start.compareAndSet(0, nanoTime.getAsLong() + lead)) {
        recorder.startsAt(epochMillis + TimeUnit.NANOSECONDS.toMillis(lead));
        if (schedule.closed()) {
          over.completeOnTimeout(null, lead + schedule.length() + drainNanos, TimeUnit.NANOSECONDS);
        }
        onStart.run();
      }
      begun = start.get();
    }
    return nanoTime.getAsLong() - begun;
  }

  /** Gives a user its next request, which may be due {@link Schedule#NEVER}. */
  void take(RequestState state) {
    now(); // the first user starts the load
    boolean isFirst = state.previousEnd == RequestState.NONE;
    if (isFirst) {
      active.incrementAndGet(); // before taking a place, else another user could be the last one
    }
    long number = next.getAndIncrement();
    state.begin(
        number, isFirst ? schedule.firstDue(number) : schedule.due(number, state.previousEnd));
    state.asksAgain = retries != null && retries.asksAgain(number);
    if (state.due == Schedule.NEVER && active.decrementAndGet() == 0) {
      over.complete(null);
    }
  }

  /** Records that all users had a request in flight when this request was due. */
  void foundNoUser(RequestState state, long now) {
    if (!schedule.closed()) {
      recorder.blocked(state, now);
    }
  }

  void departed(RequestState state, long now) {
    state.departedAt = now;
    if (state.sentBefore == 0) {
      recorder.departed(state, now);
    }
  }

  /** Records that a request was answered or failed, unless its client asks again. */
  void ended(RequestState state) {
    long now = now();
    if (over.isDone()) {
      return; // cut off by the end of the load: it is unanswered
    }
    boolean isAnswered = state.status == 200;
    if (!isAnswered && retries != null && state.asksAgain && state.sentBefore < retries.most()) {
      long wait = TimeUnit.MILLISECONDS.toNanos(retries.backoffMillis(state.sentBefore));
      state.again(now + wait);
      return;
    }
    if (isAnswered) {
      recorder.answered(state, now);
    } else {
      recorder.failed(state, now);
    }
    state.end(now);
  }

  /** Tells the recorder of all users that wait for an answer; is called once the load is over. */
  void recordUnanswered() {
    long now = now();
    for (RequestState user : users) {
      long due = user.waitingSince();
      if (due != RequestState.NONE && due <= now) {
        recorder.unanswered(user, now);
      }
    }
  }

  /** Returns a stage that completes when every request has ended. */
  CompletionStage<Void> over() {
    return over;
  }
}
