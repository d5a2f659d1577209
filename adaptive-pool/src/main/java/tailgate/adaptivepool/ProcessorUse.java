package tailgate.adaptivepool;

import java.lang.Thread.State;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much processor time the workers get, and how many of them seem to want it. Confined to the
 * {@link Scaler}. It may allocate, because it is called only ten to 125 times a second, more often
 * only while the pool grows.
 *
 * <p>To read a thread's state is to read one field. To read its processor time is a system call of
 * about 0.3 µs to 1 µs (256 threads: a fifth of a millisecond). That is why workers do not report
 * it themselves after each task. In a JVM that cannot measure it the total stays zero.
 */
final class ProcessorUse {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final boolean measurable = threads.isThreadCpuTimeSupported();

  /** What each living worker had used by the last look. */
  private Map<Thread, Long> lastNanos = new HashMap<>();

  private long cpuNanos;
  private int runnable;

  void look(List<Thread> workers) {
    Map<Thread, Long> nowNanos = HashMap.newHashMap(workers.size());
    runnable = 0;
    for (Thread worker : workers) {
      if (isOrWillBeRunnable(worker.getState())) {
        runnable++;
      }
      long before = lastNanos.getOrDefault(worker, 0L);
      long now = Math.max(before, cpuNanosOf(worker));
      nowNanos.put(worker, now);
      cpuNanos += now - before;
    }
    lastNanos = nowNanos;
  }

  /**
   * The processor time of all workers since the beginning, without the last moments of those that
   * have left.
   */
  long cpuNanos() {
    return cpuNanos;
  }

  /** How many were neither waiting nor sleeping at the last look. */
  int runnable() {
    return runnable;
  }

  /**
   * A BLOCKED thread waits for a monitor that another thread holds. That other thread may compute
   * or not, but one more worker would only wait for the same monitor.
   */
  private static boolean isOrWillBeRunnable(State state) {
    return state == State.RUNNABLE || state == State.BLOCKED;
  }

  /** The processor time of a thread; negative if it has just ended. */
  private long cpuNanosOf(Thread thread) {
    return measurable ? threads.getThreadCpuTime(thread.threadId()) : 0;
  }
}
