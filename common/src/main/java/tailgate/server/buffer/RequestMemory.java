package tailgate.server.buffer;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that unfinished requests hold over all connections of a server, and its bound. Only
 * {@linkplain ReadBuffer read buffers} that have grown count: the first buffer of a connection is
 * small, and the cap on connections bounds them.
 *
 * <p>The bound is hard: what does not fit is refused. From three quarters of it on, memory is
 * {@linkplain #isTight tight}, and the server ends the requests that hold most for longest.
 *
 * <p>Thread-safe without a lock; used only when a buffer grows or is dropped, which usual requests
 * do not cause.
 */
public final class RequestMemory {

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /** Volatile: set once at the start, run by threads that reserve. */
  private volatile Runnable whenTight = () -> {};

  /** Creates a memory of at most so many bytes. */
  public RequestMemory(long limit) {
    this.limit = limit;
  }

  /** Runs {@code action} each time that memory becomes tight, on the thread that reserves. */
  public void whenTight(Runnable action) {
    whenTight = action;
  }

  /** Takes so many bytes more; false if there is no room for them. */
  boolean tryReserve(int bytes) {
    long now = used.addAndGet(bytes);
    if (now > limit) {
      used.addAndGet(-bytes);
      whenTight.run();
      return false;
    }
    if (now > tight() && now - bytes <= tight()) {
      whenTight.run();
    }
    return true;
  }

  void release(int bytes) {
    used.addAndGet(-bytes);
  }

  private long tight() {
    return limit / 4 * 3;
  }

  /** Whether three quarters are used. */
  public boolean isTight() {
    return used() > tight();
  }

  /** How much has to become free before half of it is free again. */
  public long excess() {
    return used() - limit / 2;
  }

  /** Returns the number of bytes that are used. */
  public long used() {
    return used.get();
  }

  /** Returns the number of bytes that may be used. */
  public long limit() {
    return limit;
  }
}
