package tailgate.cli;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** How much memory this JVM may use. */
final class JavaMemory {

  private JavaMemory() {}

  /**
   * The larger of {@code -Xmx} and {@code -XX:MaxDirectMemorySize}, in bytes. Without the latter,
   * {@code -Xmx} limits direct memory too.
   */
  static long maxBytes() {
    return Math.max(Runtime.getRuntime().maxMemory(), direct());
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
