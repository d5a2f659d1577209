package tailgate.lab.race;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one request costs the machine: the processor time of the servers and of this process, which
 * is the generator and the page, for each answer of three seconds. It is measured as long as the
 * race lasts, because a server that has just started needs several times as much as a warm one.
 * What else the processes do counts too, so the least that was seen with these servers is nearest.
 * Confined to the thread of the frames.
 */
final class Calibration {

  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Fewer tell more about what else the processes do. */
  private static final long ENOUGH = 200;

  /** The clock of the processor time has ticks of 10 ms. */
  private final ToLongFunction<Set<Long>> processorTime;

  private final int cores;

  private @Nullable Reading before;
  private @Nullable Limits limits;

  /** Of the servers with these numbers. */
  private Set<Long> limited = Set.of();

  /**
   * At one moment.
   *
   * @param pids of the servers
   * @param answered by all of them so far
   * @param processorNanos theirs and ours
   */
  private record Reading(long nanos, Set<Long> pids, long answered, long processorNanos) {}

  /**
   * @param processorTime of the processes with these numbers and of this one, in nanoseconds
   */
  Calibration(ToLongFunction<Set<Long>> processorTime, int cores) {
    this.processorTime = processorTime;
    this.cores = cores;
  }

  /** Of this machine. */
  static Calibration ofThisMachine() {
    return new Calibration(Calibration::processorNanos, Runtime.getRuntime().availableProcessors());
  }

  /** Null before they are known. */
  @Nullable Limits limits() {
    return limits;
  }

  /**
   * To be called for each frame.
   *
   * @param pids of the servers that run
   * @param answered by all of them so far
   * @param settings with which they run
   */
  void look(long now, Set<Long> pids, long answered, Settings settings) {
    Reading start = before;
    boolean isComparable =
        start != null
            && start.pids.equals(pids)
            && start.answered <= answered
            && settings.slowReaders() == 0; // they cost much and are not answered
    if (!isComparable || start == null) {
      before = reading(now, pids, answered);
    } else if (now - start.nanos >= WINDOW_NANOS) {
      Reading end = reading(now, pids, answered);
      before = end;
      long answers = end.answered - start.answered;
      if (answers >= ENOUGH) {
        double millis = (end.processorNanos - start.processorNanos) / 1e6 / answers;
        least(pids, Limits.of(millis - settings.work().computesMillis(), cores));
      }
    }
  }

  private void least(Set<Long> pids, Limits seen) {
    Limits known = limits;
    boolean isLess = known == null || seen.requestMillis() < known.requestMillis();
    if (isLess || !pids.equals(limited)) {
      limits = seen;
      limited = Set.copyOf(pids);
    }
  }

  private Reading reading(long now, Set<Long> pids, long answered) {
    return new Reading(now, Set.copyOf(pids), answered, processorTime.applyAsLong(pids));
  }

  private static long processorNanos(Set<Long> pids) {
    long sum = used(ProcessHandle.current());
    for (long pid : pids) {
      sum += ProcessHandle.of(pid).map(Calibration::used).orElse(0L);
    }
    return sum;
  }

  private static long used(ProcessHandle process) {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }
}
