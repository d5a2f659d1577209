package tailgate.virtualthreads;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Looks at the carrier threads of the JDK's scheduler, on Java 21 and later. The JDK has no
 * interface for that, so they are recognized by the name of their thread group, which has other
 * threads of the scheduler as well, by their class, and by the methods on their stacks. If a later
 * Java uses other names, no carriers are found.
 *
 * <p>A look costs a handshake for each carrier, and no safepoint. Confined to one thread.
 */
final class CarrierThreads {

  /**
   * The state of a carrier.
   *
   * @param mounted whether it runs a virtual thread
   * @param cpuNanos its processor time, which includes that of the virtual threads that it has run
   */
  record Sample(long id, String name, boolean mounted, long cpuNanos) {}

  private static final String GROUP = "CarrierThreads";
  private static final String RUNS = "runContinuation";

  private final ThreadMXBean times = ManagementFactory.getThreadMXBean();

  /** All carriers; none if they cannot be found. */
  List<Sample> look() {
    List<Sample> samples = new ArrayList<>();
    if (!times.isThreadCpuTimeSupported() || !times.isThreadCpuTimeEnabled()) {
      return samples;
    }
    for (Thread carrier : carriers()) {
      long cpu = times.getThreadCpuTime(carrier.threadId());
      if (cpu >= 0) { // else it has ended
        samples.add(new Sample(carrier.threadId(), carrier.getName(), runs(carrier), cpu));
      }
    }
    return samples;
  }

  private static boolean runs(Thread carrier) {
    return Arrays.stream(carrier.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(RUNS));
  }

  private static List<Thread> carriers() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    ThreadGroup[] groups = new ThreadGroup[root.activeGroupCount() + 8];
    int count = root.enumerate(groups);
    return Arrays.stream(groups, 0, count)
        .filter(group -> group.getName().equals(GROUP))
        .flatMap(group -> threads(group).stream())
        .toList();
  }

  private static List<Thread> threads(ThreadGroup group) {
    Thread[] threads = new Thread[group.activeCount() + 8];
    int count = group.enumerate(threads, false);
    return Arrays.stream(threads, 0, count).filter(ForkJoinWorkerThread.class::isInstance).toList();
  }
}
