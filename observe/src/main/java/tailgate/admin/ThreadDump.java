package tailgate.admin;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A dump of all threads with their stacks, including virtual ones. The JVM can write it only to a
 * new file. So it is written to a temporary folder that other users cannot read, and deleted
 * afterwards.
 */
final class ThreadDump {

  private ThreadDump() {}

  static String take() throws IOException {
    Path folder = Files.createTempDirectory("tailgate-threads");
    Path file = folder.resolve("dump.txt");
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      return Files.readString(file);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }
}
