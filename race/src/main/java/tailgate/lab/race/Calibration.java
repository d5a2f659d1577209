package tailgate.lab.race;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures what one request costs the machine: the processor time of the servers and of this
 * process, which is the generator and the page, for each answer of three seconds. It is measured as
 * long as the race lasts, because a server that has just started needs several times as much as a
 * warm one. Other work of the processes is counted too, so the least value that was measured with
 * the present servers is the best estimate. Confined to the thread of the frames.
 */
final class Calibration {

  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** A window needs so many answers: with fewer, other work of the processes would dominate. */
  private static final long ENOUGH = 600;

  /** After so many answers of all new servers, most of their code is compiled. */
  private static final long WARM = 2_000;

  /** Returns the processor time of processes; its clock has ticks of 10 ms. */
  private final ToLongFunction<Set<Long>> processorTime;

  private final int cores;

  private @Nullable Reading before;
  private @Nullable MachineLimits limits;

  /** The present servers; {@link #answeredByThem} counts what they answered in whole windows. */
  private Set<Long> servers = Set.of();

  private long answeredByThem;

  /**
   * What was read at one moment.
   *
   * @param answered the requests that all servers have answered so far
   * @param processorNanos the processor time of these servers and of this process
   */
  private record Reading(long nanos, long answered, long processorNanos) {}

  /** Creates a calibration; the function returns the nanoseconds of these processes and ours. */
  Calibration(ToLongFunction<Set<Long>> processorTime, int cores) {
    this.processorTime = processorTime;
    this.cores = cores;
  }

  static Calibration ofThisMachine() {
    return new Calibration(Calibration::processorNanos, Runtime.getRuntime().availableProcessors());
  }

  /** Returns the limits; null before they are known. */
  @Nullable MachineLimits limits() {
    return limits;
  }

  /**
   * Looks at the machine; it is called for each frame.
   *
   * @param pids the processes of the servers that run
   * @param answered the requests that all of them have answered so far
   * @param settings the settings with which they run
   */
  void look(long now, Set<Long> pids, long answered, RaceSettings settings) {
    if (!pids.equals(servers)) {
      servers = Set.copyOf(pids);
      answeredByThem = 0;
      limits = null; // of others, and perhaps of another handler
      before = null;
    }
    Reading start = before;
    boolean isComparable =
        start != null
            && start.answered <= answered
            && settings.slowReaders() == 0; // they cost much and are not answered
    if (!isComparable || start == null) {
      before = reading(now, answered);
    } else if (now - start.nanos >= WINDOW_NANOS) {
      Reading end = reading(now, answered);
      before = end;
      long answers = end.answered - start.answered;
      if (answers >= ENOUGH && answeredByThem >= WARM) {
        double millis = (end.processorNanos - start.processorNanos) / 1e6 / answers;
        least(MachineLimits.of(millis - settings.work().computesMillis(), cores));
      }
      answeredByThem += answers;
    }
  }

  private void least(MachineLimits seen) {
    MachineLimits known = limits;
    if (known == null || seen.requestMillis() < known.requestMillis()) {
      limits = seen;
    }
  }

  private Reading reading(long now, long answered) {
    return new Reading(now, answered, processorTime.applyAsLong(servers));
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
