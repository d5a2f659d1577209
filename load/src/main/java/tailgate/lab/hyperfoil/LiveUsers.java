package tailgate.lab.hyperfoil;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives each arrival of a live load to a user that is free, or lets it wait for one.
 *
 * <pre>
 *   arrival ──► a user is free ──────────────► sent ──► ended: the user is free
 *      │                            ▲                            │
 *      └──► none is: waits in order ┴── the next one that waits ◄┘
 *              └── for too long: timed out
 * </pre>
 *
 * Invariant: if a request waits, no user is free. Confined to the event loop of the users, except
 * for {@link #join} and {@link #cutOff}, which come before and after it.
 */
final class LiveUsers {

  private final LiveRecorder recorder;
  private final LiveArrivals arrivals;
  private final DoubleSupplier perSecond;
  private final LongSupplier clock;
  private final long timeoutNanos;

  /** The users that are free; the latest one is taken first, so that few connections are kept. */
  private final Deque<LiveUser> free = new ArrayDeque<>();

  private final Deque<LiveRequest> waiting = new ArrayDeque<>();
  private final Queue<LiveUser> all = new ConcurrentLinkedQueue<>();

  /**
   * @param perSecond the rate now; asked again and again, from the event loop
   * @param clock that of the recorder
   * @param timeoutNanos after which a request that did not leave has failed
   */
  LiveUsers(
      LiveRecorder recorder,
      LiveArrivals arrivals,
      DoubleSupplier perSecond,
      LongSupplier clock,
      long timeoutNanos) {
    this.recorder = recorder;
    this.arrivals = arrivals;
    this.perSecond = perSecond;
    this.clock = clock;
    this.timeoutNanos = timeoutNanos;
  }

  /** Adds a new user, and returns it. */
  LiveUser join() {
    LiveUser user = new LiveUser();
    all.add(user);
    return user;
  }

  /**
   * Gives a user the request that waits for longest; without one it is free. If the one before has
   * not ended, there was no connection for it.
   *
   * @return whether the user has a request
   */
  boolean hasRequest(LiveUser user) {
    if (user.isSending) {
      ended(user);
    }
    user.isSending = user.request != null || takesOne(user);
    return user.isSending;
  }

  private boolean takesOne(LiveUser user) {
    LiveRequest next = waiting.poll();
    if (next != null) {
      give(user, next, false);
      return true;
    }
    if (!user.isFree) {
      user.isFree = true;
      free.push(user);
    }
    return false;
  }

  private void give(LiveUser user, LiveRequest request, boolean hadUser) {
    user.request = request;
    user.isFree = false;
    user.status = 0;
    recorder.sent(request, clock.getAsLong(), hadUser);
  }

  /** Records that a user's request has ended; status 0 says that the connection was broken off. */
  void ended(LiveUser user) {
    LiveRequest request = user.request;
    user.request = null;
    user.isSending = false;
    if (request != null) {
      long now = clock.getAsLong();
      recorder.ended(request, now, outcome(user.status, now - request.sent));
    }
  }

  private LiveOutcome outcome(int status, long nanos) {
    return switch (status) {
      case 200 -> LiveOutcome.ANSWERED;
      case 503 -> LiveOutcome.REFUSED;
      case 0 -> nanos >= timeoutNanos ? LiveOutcome.TIMED_OUT : LiveOutcome.FAILED;
      default -> LiveOutcome.FAILED;
    };
  }

  /**
   * Takes all arrivals that are due, and ends those that have waited for too long.
   *
   * @return when the next arrival is due, {@link LiveArrivals#NEVER} if none is at this rate
   */
  long arrive() {
    long now = clock.getAsLong();
    while (arrivals.next() <= now) {
      LiveRequest request = recorder.due(arrivals.take());
      LiveUser user = free.poll();
      if (user == null) {
        waiting.add(request);
      } else {
        give(user, request, true);
        user.wake();
      }
    }
    while (!waiting.isEmpty() && now - waiting.getFirst().due > timeoutNanos) {
      recorder.ended(waiting.removeFirst(), now, LiveOutcome.TIMED_OUT);
    }
    arrivals.rate(perSecond.getAsDouble(), now);
    return arrivals.next();
  }

  /** Ends all requests that have not ended; the event loop runs no more. */
  void cutOff() {
    long now = clock.getAsLong();
    for (LiveUser user : all) {
      cutOff(user.request, now);
    }
    waiting.forEach(request -> cutOff(request, now));
  }

  private void cutOff(@Nullable LiveRequest request, long now) {
    if (request != null) {
      recorder.ended(request, now, LiveOutcome.FAILED);
    }
  }
}
