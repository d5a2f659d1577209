package tailgate.cli;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How much memory this JVM may use. */
final class JavaMemory {

  /**
   * The most heap that an idle connection takes, in bytes, on Java 25: docs/results/threads. On
   * Java 27 it takes less, because of compact object headers.
   */
  private static final long CONNECTION = 7 << 10;

  /**
   * What the first threads of a new server have written of their stacks, on Java 25:
   * docs/results/thread-limits.
   */
  private static final long THREAD = 92 << 10;

  private JavaMemory() {}

  /**
   * The larger of {@code -Xmx} and {@code -XX:MaxDirectMemorySize}, in bytes. Without the latter,
   * {@code -Xmx} limits direct memory too.
   */
  static long maxBytes() {
    return Math.max(Runtime.getRuntime().maxMemory(), direct());
  }

  /**
   * Says that the heap may be too small for so many connections and unfinished requests.
   *
   * @return null if it is large enough
   */
  static @Nullable String shortage(long connections, long requestBytes, long heapBytes) {
    long connectionBytes = connections * CONNECTION;
    if (connectionBytes + requestBytes <= heapBytes) {
      return null;
    }
    return String.format(
            Locale.ROOT,
            "%d connections (some %s) and unfinished requests (%s) may not fit into the heap of"
                + " %s:",
            connections,
            Size.ofMebibytes(connectionBytes),
            Size.ofMebibytes(requestBytes),
            Size.ofMebibytes(heapBytes))
        + " lower --max-connections or --max-request-memory, or raise -Xmx";
  }

  /**
   * Says that the memory may be too small for the stacks of so many platform threads beside a full
   * heap. A process that needs more than its container has is killed, with all its connections.
   *
   * @param threads one for each connection
   * @return null if it is large enough
   */
  static @Nullable String shortageByThreads(long threads, long heapBytes, long memoryBytes) {
    long stackBytes = threads * THREAD;
    if (stackBytes + heapBytes <= memoryBytes) {
      return null;
    }
    return String.format(
            Locale.ROOT,
            "the stacks of %d threads (some %s) and the heap (%s) may not fit into the memory of"
                + " %s:",
            threads,
            Size.ofMebibytes(stackBytes),
            Size.ofMebibytes(heapBytes),
            Size.ofMebibytes(memoryBytes))
        + " lower --max-connections";
  }

  /** The memory of the machine, or of the container if that has less, in bytes. */
  static long memoryBytes() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return system == null ? Long.MAX_VALUE : system.getTotalMemorySize();
  }

  /** The limit of direct memory; 0 if it is not set or unknown to this JVM. */
  private static long direct() {
    var options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return options == null
          ? 0
          : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }
}
