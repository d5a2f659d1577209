package tailgate.adaptivepool;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How many threads of this process had a processor, or waited for their turn to get one, in the
 * mean of a short time. Confined to the {@link Scaler}.
 *
 * <p>Linux counts both for each thread: the first two numbers of {@code
 * /proc/self/task/ID/schedstat} (Documentation/scheduler/sched-stats.rst of the kernel). A thread
 * that waits in the kernel, for a disk or a socket, does neither. The time that another process or
 * the hypervisor takes away is counted as waiting or as running. So this tells work that waits from
 * work that computes where the state of the thread does not.
 *
 * <p>The kernel adds the time of waiting when it ends. A thread that has waited since the last look
 * is missed, until it gets its turn.
 *
 * <p>For each thread of the process, a file is opened, read and closed. That is why it is looked at
 * only in doubt, and how often depends on how long that takes. The threads of the JVM itself are
 * counted too, so the number of workers that want a processor is at most this one.
 */
final class RunQueue {

  /**
   * A mean length of the run queue.
   *
   * @param threads how many had a processor or waited for one
   * @param sinceNanos the begin of the time of which this is the mean, by the clock
   */
  record Mean(double threads, long sinceNanos) {}

  /** Less time is not looked at: threads take turns of milliseconds. */
  static final Duration SHORTEST = Duration.ofMillis(50);

  /** Looking takes at most one part in so many of the time. */
  private static final int ONE_IN = 50;

  /** A mean of more time says nothing about now, but for so many threads that it takes longer. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final Path threads;
  private final LongSupplier clock;
  private final boolean known;

  /** How long each thread had run and waited at the last look. */
  private Map<Path, Long> lastNanos = Map.of();

  private boolean looked;
  private long lookedAtNanos;

  /** The shortest time from one look to the next. */
  private long restNanos = SHORTEST.toNanos();

  private Optional<Mean> mean = Optional.empty();

  RunQueue(LongSupplier clock) {
    this(Path.of("/proc/self/task"), clock);
  }

  /** Creates a run queue that is read from this folder, which has a folder for each thread. */
  RunQueue(Path threads, LongSupplier clock) {
    this.threads = threads;
    this.clock = clock;
    this.known = Files.isDirectory(threads);
  }

  /**
   * Looks, or says the same as before if the last look was a moment ago. Empty if the last look was
   * too long ago, if there was none, or if the system does not tell.
   */
  Optional<Mean> look() {
    long now = clock.getAsLong();
    if (known && (!looked || now - lookedAtNanos >= restNanos)) {
      Map<Path, Long> nanos = read();
      mean = meanSinceLastLook(nanos, now);
      lastNanos = nanos;
      looked = true;
      lookedAtNanos = now;
      restNanos = Math.max(SHORTEST.toNanos(), ONE_IN * (clock.getAsLong() - now));
    }
    return mean;
  }

  private Optional<Mean> meanSinceLastLook(Map<Path, Long> nanos, long now) {
    long passedNanos = now - lookedAtNanos;
    long sum = sinceLastLook(nanos);
    boolean fresh = looked && passedNanos <= Math.max(LONGEST.toNanos(), 2 * restNanos);
    boolean counted = sum > 0; // this thread has run; else the system does not count
    return fresh && counted
        ? Optional.of(new Mean((double) sum / passedNanos, lookedAtNanos))
        : Optional.empty();
  }

  private long sinceLastLook(Map<Path, Long> nanos) {
    long sum = 0;
    for (Map.Entry<Path, Long> thread : nanos.entrySet()) {
      sum += Math.max(0, thread.getValue() - lastNanos.getOrDefault(thread.getKey(), 0L));
    }
    return sum;
  }

  private Map<Path, Long> read() {
    Map<Path, Long> nanos = HashMap.newHashMap(lastNanos.size());
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        nanos.put(thread, nanosOf(thread));
      }
      return nanos;
    } catch (IOException | DirectoryIteratorException unreadable) {
      return Map.of();
    }
  }

  /** How long it has run and waited; 0 if it has just ended. */
  private static long nanosOf(Path thread) {
    try {
      String numbers = Files.readString(thread.resolve("schedstat"));
      int first = numbers.indexOf(' ');
      int second = numbers.indexOf(' ', first + 1);
      return Long.parseLong(numbers, 0, first, 10) + Long.parseLong(numbers, first + 1, second, 10);
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException ended) {
      return 0;
    }
  }
}
