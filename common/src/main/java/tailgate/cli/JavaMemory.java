package tailgate.cli;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** How much this Java was told that it may use. */
final class JavaMemory {

  private JavaMemory() {}

  /**
   * The most bytes in or outside of the heap, whichever is more: {@code -Xmx}, which bounds both,
   * or {@code -XX:MaxDirectMemorySize}.
   */
  static long maxBytes() {
    return Math.max(Runtime.getRuntime().maxMemory(), direct());
  }

  /** What was set, or 0 if nothing was, or this Java does not know of it. */
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
