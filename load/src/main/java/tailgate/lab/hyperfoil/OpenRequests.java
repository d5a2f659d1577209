package tailgate.lab.hyperfoil;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Gives each arrival of an open load to a user that is free, or lets it wait for one. So there are
 * as many connections as requests have been under way together.
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
final class OpenRequests implements RequestSource {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private record Arrival(long number, long due) {}

  private final Recorder recorder;
  private final DueTimes times;
  private final LongUnaryOperator numbers;
  private final LongSupplier clock;
  private final long patienceNanos;

  /** The users that are free; the latest one is taken first, so that few connections are kept. */
  private final Deque<RequestState> free = new ArrayDeque<>();

  private final Deque<Arrival> waiting = new ArrayDeque<>();

  /** Completes when the first user runs. */
  private final CompletableFuture<EventExecutor> loop = new CompletableFuture<>();

  /** Volatile because the event loop reads it. Never becomes false again. */
  private volatile boolean isStopped;

  /**
   * Creates a source.
   *
   * @param numbers gives each request its number when it is due
   * @param clock of the due times
   * @param patienceNanos after which a request is given up for which no user was free
   */
  OpenRequests(
      Recorder recorder,
      DueTimes times,
      LongUnaryOperator numbers,
      LongSupplier clock,
      long patienceNanos) {
    this.recorder = recorder;
    this.times = times;
    this.numbers = numbers;
    this.clock = clock;
    this.patienceNanos = patienceNanos;
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
      long next = arrive();
      long wait =
          next == Schedule.NEVER ? LOOK_NANOS : Math.min(next - clock.getAsLong(), LOOK_NANOS);
      var unused = executor.schedule(() -> look(executor), Math.max(0, wait), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Takes all arrivals that are due, and ends those that have waited for too long.
   *
   * @return when the next arrival is due, {@link Schedule#NEVER} if none is at present
   */
  long arrive() {
    long now = clock.getAsLong();
    while (times.next() <= now) {
      long due = times.take();
      Arrival arrival = new Arrival(numbers.applyAsLong(due), due);
      RequestState user = free.poll();
      if (user == null) {
        waiting.add(arrival);
      } else {
        user.begin(arrival.number, arrival.due);
        user.hadUser = true;
        user.wake();
      }
    }
    giveUp(now, patienceNanos);
    times.takenUntil(now);
    return times.next();
  }

  /** Gives up what has waited for longer than that. After the load any thread may do that. */
  void giveUp(long now, long nanos) {
    while (!waiting.isEmpty() && now - waiting.getFirst().due > nanos) {
      Arrival arrival = waiting.removeFirst();
      recorder.unsent(arrival.number, arrival.due, now);
    }
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
