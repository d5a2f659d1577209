package tailgate.lab.echo;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** Uses the processor for a known time. */
final class Spin {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long nanos;

  /** Creates work that takes the processor for so long; zero for none. */
  Spin(Duration time) {
    nanos = time.toNanos();
  }

  /** Returns when this thread has used the processor for the time, however long that takes. */
  void once() {
    if (nanos == 0) {
      return;
    }
    long end = THREADS.getCurrentThreadCpuTime() + nanos;
    while (THREADS.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }
}
