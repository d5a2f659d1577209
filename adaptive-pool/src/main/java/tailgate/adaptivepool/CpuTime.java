package tailgate.adaptivepool;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long threads have been on a processor, in nanoseconds; 0 where the JVM cannot tell. A system
 * call each, so it is for the monitor once in a while and not for every task.
 */
final class CpuTime {

  /** Loaded when first asked, because the management classes take longer than a server's start. */
  private static final class Jvm {
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    static final boolean KNOWS =
        THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
  }

  private CpuTime() {}

  /** Zero too for a thread that has not begun, or has ended. */
  static long of(Thread thread) {
    return Jvm.KNOWS ? Math.max(0, Jvm.THREADS.getThreadCpuTime(thread.threadId())) : 0;
  }
}
