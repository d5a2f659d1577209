package tailgate.server.observe;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How long a platform thread could have run, but had no processor, since it began: the second
 * number of {@code schedstat} (Linux, Documentation/scheduler/sched-stats). Not known of virtual
 * threads, and on other systems.
 *
 * <p>The kernel is asked at most four times a millisecond while requests are fast. A thread keeps a
 * file open from its second slow request on, so threads that serve one request have none; at most
 * {@value #MOST_FILES} threads have one. Makes no garbage once it is open. Confined to its thread,
 * but for the closing of its file when that thread has ended.
 */
final class RunQueueWait {

  static final long UNKNOWN = -1;

  /** A request that takes less is not slow. */
  static final long SLOW_NANOS = 1_000_000;

  /** What is so old is as good as new. */
  private static final long OLD_NANOS = 250_000;

  /** Half of the descriptors that the server keeps for all that opens few. */
  private static final int MOST_FILES = 64;

  /** The three numbers of a line take fewer. */
  private static final int MOST_BYTES = 64;

  /** This set holds those that have a file. */
  private static final Set<RunQueueWait> OPEN = ConcurrentHashMap.newKeySet();

  private static final ThreadLocal<RunQueueWait> OF_THREAD =
      ThreadLocal.withInitial(() -> new RunQueueWait("/proc/thread-self/schedstat"));

  private final String path;
  private final Thread thread = Thread.currentThread();
  private final byte[] line = new byte[MOST_BYTES];
  private int slowRequests;
  private @Nullable RandomAccessFile file;
  private long readAt;
  private long nanos = UNKNOWN;

  /** What the thread has begun last. */
  private @Nullable Object begun;

  /** Makes one that reads this file, which belongs to the thread that opens it. */
  RunQueueWait(String path) {
    this.path = path;
  }

  /** Returns that of the current thread; null for a virtual one. */
  static @Nullable RunQueueWait ofThread() {
    return Thread.currentThread().isVirtual() ? null : OF_THREAD.get();
  }

  /** Lets the current thread have this one. */
  static void ofThread(RunQueueWait other) {
    OF_THREAD.set(other);
  }

  /**
   * Notes that the thread begins with a request.
   *
   * @param now when it does, in nanoseconds
   * @return the most that it has waited until then; {@link #UNKNOWN} if nobody looks
   */
  long begin(Object request, long now) {
    begun = request;
    if (now - readAt >= OLD_NANOS) {
      read(now);
    }
    return nanos == UNKNOWN ? UNKNOWN : nanos + Math.max(0, now - readAt);
  }

  /**
   * Returns the wait until now; {@link #UNKNOWN} at the first slow request of a thread, and if the
   * thread has begun another one meanwhile: then it was not always for this one that it waited.
   */
  long atSlowRequest(Object request, long now) {
    if (slowRequests < 2) {
      slowRequests++;
      openAtSecond();
    }
    read(now);
    return request.equals(begun) ? nanos : UNKNOWN;
  }

  private void openAtSecond() {
    if (slowRequests < 2 || !hasRoom()) {
      return;
    }
    try {
      file = new RandomAccessFile(path, "r");
      OPEN.add(this);
    } catch (IOException e) {
      file = null; // another system
    }
  }

  /** Whether one more thread may have a file; closes those of threads that have ended. */
  private static boolean hasRoom() {
    if (OPEN.size() >= MOST_FILES) {
      OPEN.removeIf(RunQueueWait::closesWithItsThread);
    }
    return OPEN.size() < MOST_FILES;
  }

  private boolean closesWithItsThread() {
    if (thread.isAlive()) {
      return false;
    }
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      // it was only read
    }
    return true;
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
