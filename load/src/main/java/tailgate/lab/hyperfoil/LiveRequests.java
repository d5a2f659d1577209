package tailgate.lab.hyperfoil;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Gives each arrival of a live load to a user that is free, or lets it wait for one.
 *
 * <pre>
 *   arrival ──► a user is free ──────────────► sent ──► ended: the user is free
 *      │                            ▲                            │
 *      └──► none is: waits in order ┴── the next one that waits ◄┘
 *              └── for too long: failed
 * </pre>
 *
 * It looks whenever an arrival is due, on the event loop of the users, and at least every 10 ms, so
 * that a new rate holds soon. Invariant: if a request waits, no user is free. Confined to the event
 * loop, which the first user makes known.
 */
final class LiveRequests implements RequestSource {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private record Arrival(long number, long due) {}

  private final LiveRecorder recorder;
  private final LiveArrivals arrivals;
  private final DoubleSupplier perSecond;
  private final LongSupplier clock;

  /** The users that are free; the latest one is taken first, so that few connections are kept. */
  private final Deque<RequestState> free = new ArrayDeque<>();

  private final Deque<Arrival> waiting = new ArrayDeque<>();

  /** Completes when the first user runs. */
  private final CompletableFuture<EventExecutor> loop = new CompletableFuture<>();

  /** Volatile because the event loop reads it. Never becomes false again. */
  private volatile boolean isStopped;

  /** Creates a source that asks for the rate again and again, by the clock of the recorder. */
  LiveRequests(
      LiveRecorder recorder, LiveArrivals arrivals, DoubleSupplier perSecond, LongSupplier clock) {
    this.recorder = recorder;
    this.arrivals = arrivals;
    this.perSecond = perSecond;
    this.clock = clock;
  }

  /** Gives a user the request that waits for longest; without one it is free. */
  @Override
  public boolean take(RequestState user) {
    if (user.session != null && !loop.isDone()) {
      loop.complete(user.session.executor());
      look(user.session.executor());
    }
    Arrival next = waiting.poll();
    if (next != null) {
      user.begin(next.number, next.due);
    } else {
      user.rest();
      free.push(user);
    }
    return true;
  }

  private void look(EventExecutor executor) {
    if (!isStopped) {
      long wait = Math.min(arrive() - clock.getAsLong(), LOOK_NANOS);
      var unused = executor.schedule(() -> look(executor), Math.max(0, wait), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Takes all arrivals that are due, and ends those that have waited for too long.
   *
   * @return when the next arrival is due, {@link LiveArrivals#NEVER} if none is at this rate
   */
  long arrive() {
    long now = clock.getAsLong();
    while (arrivals.next() <= now) {
      long due = arrivals.take();
      Arrival arrival = new Arrival(recorder.due(due), due);
      RequestState user = free.poll();
      if (user == null) {
        waiting.add(arrival);
      } else {
        user.begin(arrival.number, arrival.due);
        user.hadUser = true;
        user.wake();
      }
    }
    while (!waiting.isEmpty() && now - waiting.getFirst().due > LiveRecorder.TIMEOUT_NANOS) {
      recorder.waitedTooLong(waiting.removeFirst().number, now);
    }
    arrivals.rate(perSecond.getAsDouble(), now);
    return arrivals.next();
  }

  /**
   * Gives no arrival to anybody any more.
   *
   * @return completes when the first user has run: a phase of Hyperfoil cannot end before it begins
   */
  CompletionStage<EventExecutor> stop() {
    isStopped = true;
    return loop;
  }
}
