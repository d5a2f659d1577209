package tailgate.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that the handler throws: the first failure of a kind in full, and of those that follow only
 * how many there were, one line in {@link #PERIOD} at most. A handler that is broken fails for
 * every request, and a stack trace for each would fill a disk.
 *
 * <pre>
 *   failures = told in full + told by number + still to be told
 * </pre>
 *
 * <p>{@link #failed} is called by any thread. {@link #tell} and {@link #tellRest} belong to one
 * thread at a time: the sweeper's, and once that has ended, the one that stops the server.
 */
final class HandlerErrorLog {

  /** Between two lines that only count. */
  static final Duration PERIOD = Duration.ofSeconds(10);

  /** Told in full, so that no handler can fill the memory either; a race may add a few. */
  static final int MOST_KINDS = 100;

  /** What was thrown, and where; null where a throwable has no trace. */
  private record Kind(Class<?> type, @Nullable StackTraceElement place) {}

  private final LongSupplier nanoClock;
  private final Logger log;

  /** Those told in full. */
  private final Set<Kind> known = ConcurrentHashMap.newKeySet();

  /** Failures still to be told. */
  private final AtomicLong untold = new AtomicLong();

  /** What was thrown last of those. Volatile: written by all, and any of them will do. */
  private volatile @Nullable Class<?> last;

  /** When the next line may be written. Confined to the thread that tells. */
  private long dueNanos;

  HandlerErrorLog(LongSupplier nanoClock) {
    this(nanoClock, LoggerFactory.getLogger(HandlerErrorLog.class));
  }

  HandlerErrorLog(LongSupplier nanoClock, Logger log) {
    this.nanoClock = nanoClock;
    this.log = log;
    this.dueNanos = nanoClock.getAsLong();
  }

  /**
   * The handler has thrown this. Throws nothing itself, or the client would not get its 500.
   *
   * @param target of the request; asked only where it is told
   */
  void failed(Supplier<String> target, Throwable thrown) {
    if (!isToldInFull(target, thrown)) {
      last = thrown.getClass();
      untold.incrementAndGet();
    }
  }

  private boolean isToldInFull(Supplier<String> target, Throwable thrown) {
    try {
      if (!isNew(thrown)) {
        return false;
      }
      log.warn("cannot serve {}", target.get(), thrown);
      return true;
    } catch (Throwable t) { // there is no memory, or it throws where it is to say what it is
      return false;
    }
  }

  private boolean isNew(Throwable thrown) {
    return known.size() < MOST_KINDS // first: to ask for the trace copies it
        && known.add(new Kind(thrown.getClass(), place(thrown.getStackTrace())));
  }

  /**
   * Where it went wrong: not in the JDK, which throws the same in the same line for the mistakes of
   * many (requireNonNull, parseInt), but where that was called.
   */
  private static @Nullable StackTraceElement place(StackTraceElement[] trace) {
    for (StackTraceElement frame : trace) {
      if (!isOfJdk(frame)) {
        return frame;
      }
    }
    return trace.length == 0 ? null : trace[0];
  }

  private static boolean isOfJdk(StackTraceElement frame) {
    String module = frame.getModuleName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }

  /** Says how many more there were, if there were any and it is time; to be called now and then. */
  void tell() {
    long now = nanoClock.getAsLong();
    if (now - dueNanos >= 0 && tellRest()) {
      dueNanos = now + PERIOD.toNanos();
    }
  }

  /**
   * Says so whatever the time, at the end.
   *
   * @return whether there were any
   */
  boolean tellRest() {
    long count = untold.getAndSet(0);
    Class<?> type = last;
    if (count == 0 || type == null) {
      return false;
    }
    log.warn("cannot serve {} more, as before; the last for a {}", count, type.getName());
    return true;
  }
}
