package tailgate.admin;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * All threads with their stacks, virtual ones included. The JVM writes such a dump to a new file
 * and nowhere else, so there is one for a moment, in a folder that is nobody else's to read.
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
