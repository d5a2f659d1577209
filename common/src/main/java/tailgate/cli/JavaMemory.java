package tailgate.cli;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** How much memory this JVM may use. */
final class JavaMemory {

  /** The most heap that an idle connection takes, in bytes; docs/performance.md has the figures. */
  private static final long CONNECTION = 5 << 10;

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
    return "%d connections (some %s) and unfinished requests (%s) may not fit into the heap of %s:"
            .formatted(
                connections,
                Size.ofMebibytes(connectionBytes),
                Size.ofMebibytes(requestBytes),
                Size.ofMebibytes(heapBytes))
        + " lower --max-connections or --max-request-memory, or raise -Xmx";
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
