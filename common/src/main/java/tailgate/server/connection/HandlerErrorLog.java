package tailgate.server.connection;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Logs what a handler or the body of its response throws: the first error of a kind in full, and of
 * those that follow only the number, at most one line in each {@link #PERIOD}. A handler that is
 * broken fails for every request, and a stack trace for each would fill a disk.
 *
 * <pre>
 *   failures = logged in full + counted in a line + still to be counted in a line
 * </pre>
 *
 * <p>{@link #failed} is called by any thread. {@link #report} and {@link #reportRest} belong to one
 * thread at a time: the sweeper's, and after its end the thread that stops the server.
 */
final class HandlerErrorLog {

  /** The time between two lines that only count. */
  static final Duration PERIOD = Duration.ofSeconds(10);

  /** Kinds that are logged in full: a bound on memory too. A race may add a few. */
  static final int MAX_KINDS = 100;

  /** What was thrown, and where; null where a throwable has no trace. */
  private record Kind(Class<?> type, @Nullable StackTraceElement place) {}

  private final LongSupplier nanoClock;
  private final Logger log;

  /** The kinds that were logged in full. */
  private final Set<Kind> known = ConcurrentHashMap.newKeySet();

  /** Failures that no line has counted yet. */
  private final AtomicLong unreported = new AtomicLong();

  /** The type thrown last of those. Volatile: written by all threads, and any of them will do. */
  private volatile @Nullable Class<?> last;

  /** When the next line may be written. Confined to the thread that reports. */
  private long dueNanos;

  HandlerErrorLog(LongSupplier nanoClock) {
    this(nanoClock, SafeLogger.of(HandlerErrorLog.class));
  }

  HandlerErrorLog(LongSupplier nanoClock, Logger log) {
    this.nanoClock = nanoClock;
    this.log = log;
    this.dueNanos = nanoClock.getAsLong();
  }

  /**
   * Logs what the handler has thrown. Throws nothing itself, because then the client would not get
   * its 500.
   *
   * @param target of the request; called only if the error is logged in full
   */
  void failed(Supplier<String> target, Throwable thrown) {
    if (!isLoggedInFull(target, thrown)) {
      last = thrown.getClass();
      unreported.incrementAndGet();
    }
  }

  private boolean isLoggedInFull(Supplier<String> target, Throwable thrown) {
    try {
      if (!isNew(thrown)) {
        return false;
      }
      log.warn("cannot serve {}", target.get(), thrown);
      return true;
    } catch (Throwable t) { // no memory, or the throwable itself throws when it is printed
      return false;
    }
  }

  private boolean isNew(Throwable thrown) {
    return known.size() < MAX_KINDS // first, because getStackTrace() makes a copy
        && known.add(new Kind(thrown.getClass(), place(thrown.getStackTrace())));
  }

  /**
   * The place of the mistake: the first frame outside the JDK. The JDK throws the same exception at
   * the same line for many different mistakes (requireNonNull, parseInt).
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

  /** Logs how many more failed, if any did and a period has passed; to be called regularly. */
  void report() {
    long now = nanoClock.getAsLong();
    if (now - dueNanos >= 0 && reportRest()) {
      dueNanos = now + PERIOD.toNanos();
    }
  }

  /**
   * Logs the same without waiting for the period; called at the end.
   *
   * @return whether any did
   */
  boolean reportRest() {
    long count = unreported.getAndSet(0);
    Class<?> type = last;
    if (count == 0 || type == null) {
      return false;
    }
    log.warn("cannot serve {} more, as before; the last for a {}", count, type.getName());
    return true;
  }
}
