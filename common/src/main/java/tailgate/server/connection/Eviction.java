package tailgate.server.connection;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tailgate.server.buffer.RequestMemory;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.ServerEvent;

/**
 * Ends connections so that others can be served: those that have been idle for longest if the cap
 * on connections is reached or descriptors are short, and those whose unfinished requests hold most
 * memory for longest if memory is tight.
 *
 * <p>Thread-safe. Called only if permits, descriptors or memory are short, so a lock and a look at
 * all connections are affordable. A second look within one sweep would find little that is new, so
 * there is none after a look that found nothing.
 *
 * <p>Tests: EvictionTest.
 */
final class Eviction {

  private final Set<Connection> open;
  private final DeadlineClock clock;
  private final ServerCounters counters;
  private final int most;

  /** Idle connections, the longest idle first. Guarded by this. */
  private final Queue<Connection> idle = new ArrayDeque<>();

  /** The last one that was ended, and when. Guarded by this. */
  private @Nullable Connection evicted;

  private long evictedNanos;

  /** When the last look found no idle connection. Guarded by this. */
  private long foundNoneNanos;

  /**
   * Ends some of these connections.
   *
   * @param most how many idle connections one look remembers
   */
  Eviction(Set<Connection> open, DeadlineClock clock, ServerCounters counters, int most) {
    this.open = open;
    this.clock = clock;
    this.counters = counters;
    this.most = most;
    this.foundNoneNanos = clock.now - 1;
  }

  /**
   * Ends the connection that has been idle for longest; it may be closed a moment later. Until it
   * is closed, or until the next sweep, no other one is ended: reactors that share a socket are all
   * told of one waiting client, so several of them may ask for its sake. All of them try again when
   * the connection is closed.
   *
   * @return whether there was one
   */
  synchronized boolean evictIdle() {
    if (evicted != null && evictedNanos == clock.now && open.contains(evicted)) {
      return true;
    }
    return evictForDescriptor();
  }

  /**
   * Ends the connection that has been idle for longest, for a descriptor that has been taken. Each
   * call ends another one.
   *
   * @return whether there was one
   */
  synchronized boolean evictForDescriptor() {
    while (true) {
      Connection longest = idle.poll();
      if (longest == null) {
        if (!lookForIdle()) {
          return false;
        }
      } else if (longest.clientWait().evictableNanos() >= ClientWait.LEAST_IDLE_NANOS) {
        counters.count(ServerEvent.EVICTED_IDLE);
        evicted = longest;
        evictedNanos = clock.now;
        longest.clientWait().endForPlace();
        return true;
      }
    }
  }

  /** Whether there is one that could be ended; it may get a request before that. */
  synchronized boolean hasIdle() {
    return !idle.isEmpty() || lookForIdle();
  }

  private boolean lookForIdle() {
    if (clock.now == foundNoneNanos) {
      return false;
    }
    for (Candidate each :
        candidates(each -> each.clientWait().evictableNanos(), ClientWait.LEAST_IDLE_NANOS)) {
      if (idle.size() < most) {
        idle.add(each.connection);
      }
    }
    if (idle.isEmpty()) {
      foundNoneNanos = clock.now;
    }
    return !idle.isEmpty();
  }

  /** Ends unfinished requests until half of the memory is free again. */
  synchronized void evictUnfinished(RequestMemory memory) {
    long excess = memory.excess();
    for (Candidate each : candidates(Eviction::burden, 1)) {
      if (excess <= 0) {
        return;
      }
      excess -= each.connection.heldBytes();
      each.connection.clientWait().endForMemory();
    }
  }

  /** The memory times the time for which an unfinished request holds it; 0 if there is none. */
  private static long burden(Connection connection) {
    long nanos = connection.clientWait().unfinishedNanos();
    return nanos < 0 ? 0 : connection.heldBytes() * (nanos / 1_000_000 + 1);
  }

  /** A connection with its value at the time of the look, because the value changes. */
  private record Candidate(Connection connection, long value) {}

  /** Returns the connections whose value is at least so large, the largest first. */
  private List<Candidate> candidates(ToLongFunction<Connection> value, long least) {
    List<Candidate> found = new ArrayList<>();
    for (Connection connection : open) {
      long itsValue = value.applyAsLong(connection);
      if (itsValue >= least) {
        found.add(new Candidate(connection, itsValue));
      }
    }
    found.sort(Comparator.comparingLong(Candidate::value).reversed());
    return found;
  }
}
