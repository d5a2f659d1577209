package tailgate.admin;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest figures of each process of a {@link ProcessGroup}, and what processes that have ended
 * have counted.
 *
 * <pre>
 *   unknown ──answered──▶ known ──ended──▶ unknown: its counts are added to those of the departed
 *                         │   ▲
 *                         └───┘ answered
 * </pre>
 *
 * <p>{@code sum = departed + Σ known}. So a count of the sum never falls, as long as the counts of
 * each process do not. What a process has counted after its last answer is lost if it is killed; a
 * process that ends in an orderly way answers once more at the end.
 *
 * <p>Thread-safe.
 *
 * <p>Tests: ProcessFiguresTest.
 */
public final class ProcessFigures {

  private final LongSupplier nanoClock;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock; by the number of the process. */
  private final Map<Integer, Known> known = new TreeMap<>();

  /** Guarded by lock. Null until the first process ends. */
  private @Nullable Snapshot departed;

  /**
   * The latest figures of one process.
   *
   * @param atNanos when it answered
   */
  private record Known(Snapshot snapshot, long atNanos) {}

  public ProcessFigures(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Figures of a process have arrived.
   *
   * @param figures from {@link Management#figures}
   * @throws IOException if they are something else; nothing changes then
   */
  public void answered(int process, byte[] figures) throws IOException {
    Snapshot snapshot = SnapshotCodec.decode(figures);
    lock.lock();
    try {
      known.put(process, new Known(snapshot, nanoClock.getAsLong()));
    } finally {
      lock.unlock();
    }
  }

  /** A process has ended. It may never have answered. */
  public void ended(int process) {
    lock.lock();
    try {
      Known last = known.remove(process);
      if (last != null) {
        Snapshot left = last.snapshot.ended();
        departed = departed == null ? left : departed.plus(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether no process has answered yet. */
  public boolean isEmpty() {
    return sum() == null;
  }

  public long openConnections() {
    Snapshot sum = sum();
    return sum == null ? 0 : sum.stats().connections().open();
  }

  /** The sum of all processes, also of those that have ended; null if none has answered yet. */
  @Nullable Snapshot sum() {
    lock.lock();
    try {
      Snapshot sum = null;
      for (Known process : known.values()) {
        sum = sum == null ? process.snapshot : sum.plus(process.snapshot);
      }
      if (departed == null || sum == null) {
        return sum == null ? departed : sum;
      }
      return sum.plus(departed);
    } finally {
      lock.unlock();
    }
  }

  /** The latest figures of the processes that serve, by their numbers. */
  Map<Integer, Snapshot> current() {
    Map<Integer, Snapshot> all = new TreeMap<>();
    lock.lock();
    try {
      known.forEach((process, latest) -> all.put(process, latest.snapshot));
      return all;
    } finally {
      lock.unlock();
    }
  }

  /** How old the figures of a process are; null if there are none. */
  @Nullable Duration age(int process) {
    lock.lock();
    try {
      Known latest = known.get(process);
      return latest == null ? null : Duration.ofNanos(nanoClock.getAsLong() - latest.atNanos);
    } finally {
      lock.unlock();
    }
  }
}
