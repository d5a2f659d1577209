package tailgate.server.observe;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How long a platform thread could have run, but had no processor, since it began: the second
 * number of {@code schedstat} (Linux, Documentation/scheduler/sched-stats). Not known of virtual
 * threads, and on other systems.
 *
 * <p>The kernel is asked at most once a millisecond while requests are fast. A thread keeps a file
 * open from its second slow request on, so threads that serve one request have none; at most
 * {@value #MOST_FILES} threads have one. Makes no garbage once it is open. Confined to its thread.
 */
final class RunQueueWait {

  static final long UNKNOWN = -1;

  /** A request that takes less is not slow, and what is so old is as good as new. */
  static final long SLOW_NANOS = 1_000_000;

  private static final int MOST_FILES = 256;

  /** More than three numbers take. */
  private static final int MOST_BYTES = 64;

  private static final AtomicInteger FILES = new AtomicInteger();
  private static final Cleaner CLEANER = Cleaner.create();
  private static final ThreadLocal<RunQueueWait> OF_THREAD =
      ThreadLocal.withInitial(() -> new RunQueueWait("/proc/thread-self/schedstat"));

  private final String path;
  private final byte[] line = new byte[MOST_BYTES];
  private int slowRequests;
  private @Nullable RandomAccessFile file;
  private long readAt;
  private long nanos = UNKNOWN;

  /** Makes one that reads this file, which belongs to the thread that opens it. */
  RunQueueWait(String path) {
    this.path = path;
  }

  /** Returns that of the current thread; null for a virtual one. */
  static @Nullable RunQueueWait ofThread() {
    return Thread.currentThread().isVirtual() ? null : OF_THREAD.get();
  }

  /** Returns the wait as it was at most a millisecond before; {@link #UNKNOWN} if nobody looks. */
  long lately(long now) {
    if (now - readAt >= SLOW_NANOS) {
      read(now);
    }
    return nanos;
  }

  /** Returns the wait until now; {@link #UNKNOWN} at the first slow request of a thread. */
  long atSlowRequest(long now) {
    if (slowRequests < 2) {
      slowRequests++;
      openAtSecond();
    }
    read(now);
    return nanos;
  }

  private void openAtSecond() {
    if (slowRequests < 2) {
      return;
    }
    if (FILES.incrementAndGet() > MOST_FILES) {
      FILES.decrementAndGet();
      return;
    }
    try {
      file = new RandomAccessFile(path, "r"); // is closed with its thread, by the JDK
      CLEANER.register(this, FILES::decrementAndGet);
    } catch (IOException e) {
      FILES.decrementAndGet(); // another system
    }
  }

  private void read(long now) {
    if (file == null) {
      return;
    }
    try {
      file.seek(0);
      nanos = second(line, file.read(line));
      readAt = now;
    } catch (IOException e) {
      nanos = UNKNOWN;
    }
  }

  /** Returns the second of the numbers in a line; {@link #UNKNOWN} if there are not two. */
  private static long second(byte[] line, int length) {
    long number = UNKNOWN;
    for (int i = 0, spaces = 0; i < length && spaces < 2; i++) {
      if (line[i] < '0' || line[i] > '9') {
        spaces++;
      } else if (spaces == 1) {
        number = Math.max(0, number) * 10 + line[i] - '0';
      }
    }
    return number;
  }
}
