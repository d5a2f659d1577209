package tailgate.lab.hyperfoil;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Retries;

/**
 * Passes the requests of a source on to the users, tells a recorder what becomes of them, and knows
 * when the load is over. It is the same for a load with a schedule and for a live one, whose rate
 * changes while it runs: they differ in the source, the recorder and the clock.
 *
 * <p>A load is {@link #over} once no user has or will have a request, or when its owner says so:
 * for a closed or counted load some time after its end, the drain, and for a live load at any time.
 * Users that still wait for an answer then are unanswered. An open load with a schedule waits for
 * every request that was due. Thread-safe; users are on several event loops.
 */
final class LoadDriver {

  private final RequestSource source;
  private final Recorder recorder;
  private final LongSupplier clock;
  private final @Nullable Retries retries;
  private final Accepts accepts;
  private final LongAdder resent = new LongAdder();
  private final Queue<RequestState> users = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> over;

  /** The answers that are no failures, and how long clients wait for them. */
  record Accepts(int leastStatus, int mostStatus, long timeoutNanos) {

    /** What the servers of the lab answer: all that is not 200 has failed. */
    static final Accepts OK_ALONE = new Accepts(200, 200, 0);

    /** What is a success wherever something else than a GET is sent, too. */
    static Accepts success(long timeoutNanos) {
      return new Accepts(200, 399, timeoutNanos);
    }

    boolean is(int status) {
      return leastStatus <= status && status <= mostStatus;
    }
  }

  /** Creates a driver of a load whose requests have failed unless they are answered with 200. */
  LoadDriver(
      RequestSource source,
      Recorder recorder,
      LongSupplier clock,
      @Nullable Retries retries,
      CompletableFuture<Void> over) {
    this(source, recorder, clock, retries, Accepts.OK_ALONE, over);
  }

  /**
   * Creates a driver without users.
   *
   * @param clock of the load, in nanoseconds
   * @param retries null if nobody asks again
   * @param over completes when the load is over; its owner may complete it before
   */
  LoadDriver(
      RequestSource source,
      Recorder recorder,
      LongSupplier clock,
      @Nullable Retries retries,
      Accepts accepts,
      CompletableFuture<Void> over) {
    this.source = source;
    this.recorder = recorder;
    this.clock = clock;
    this.retries = retries;
    this.accepts = accepts;
    this.over = over;
  }

  /** Adds a new user, and returns its state. */
  RequestState join() {
    RequestState state = new RequestState();
    users.add(state);
    return state;
  }

  long now() {
    return clock.getAsLong();
  }

  /** Gives a user its next request, or the same one again, and an alarm if that is due later. */
  void take(RequestState state) {
    now(); // the first user starts the load
    if (state.departed && state.waitingSince() != RequestState.NONE) {
      ended(state); // Hyperfoil begins again without an end where there was no connection
    }
    if (state.sentBefore == 0) {
      if (!source.take(state)) {
        over.complete(null);
      }
      state.asksAgain = retries != null && retries.asksAgain(state.number);
    }
    long wait = state.sendAt - now();
    if (state.due != Schedule.NEVER && wait > 0) {
      state.hadUser = true;
      state.wakeIn(wait);
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
    boolean isAnswered = accepts.is(state.status);
    if (state.isStale() && !state.isTimedOut(now, accepts.timeoutNanos)) {
      resent.increment();
      state.again(now);
      return;
    }
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

  /** Counts the requests that were sent again, because their kept connection had been closed. */
  long resent() {
    return resent.sum();
  }

  /** Whether an answer is whole because its connection has ended, and was not ended by us. */
  boolean isWholeWithItsConnection(RequestState state) {
    return state.status != 0 && !state.framed && now() - state.departedAt < accepts.timeoutNanos;
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

  /** Returns a stage that completes when the load is over. */
  CompletionStage<Void> over() {
    return over;
  }
}
