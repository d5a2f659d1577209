package tailgate.admin;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.metrics.CarrierHealth;

/** Figures about this process, from the JVM and the kernel. */
final class JvmStats {

  private static final Logger LOG = SafeLogger.of(JvmStats.class);

  /** In contrast to statm, its values do not depend on the page size. */
  private static final Path STATUS = Path.of("/proc/self/status");

  private static final String RESIDENT = "VmRSS:";

  private JvmStats() {}

  static Stats.Jvm now(OptionalLong pinned, Optional<CarrierHealth> carriers) {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new Stats.Jvm(
        Runtime.version().toString(),
        Runtime.getRuntime().availableProcessors(),
        cpuNanos(),
        heap.getUsed(),
        heap.getCommitted(),
        heap.getMax(),
        residentBytes(),
        ManagementFactory.getThreadMXBean().getThreadCount(), // platform threads only
        pinned.isPresent() ? pinned.getAsLong() : null,
        carriers.map(health -> (long) health.stuck()).orElse(null),
        collectors());
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static List<Stats.Collector> collectors() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(JvmStats::collector)
        .toList();
  }

  private static Stats.Collector collector(GarbageCollectorMXBean bean) {
    return new Stats.Collector(
        bean.getName(),
        bean.getCollectionCount(),
        TimeUnit.MILLISECONDS.toNanos(bean.getCollectionTime()),
        isConcurrent(bean.getName()));
  }

  /**
   * ZGC and Shenandoah have two beans each (generational ZGC has four). "Cycles" run beside the
   * application's threads, "Pauses" stop them. "G1 Concurrent GC" reports only the pauses Remark
   * and Cleanup (JDK-8297247). All other beans of G1, Serial and Parallel report pauses.
   */
  static boolean isConcurrent(String collector) {
    return collector.endsWith(" Cycles");
  }

  private static @Nullable Long residentBytes() {
    if (!Files.isReadable(STATUS)) {
      return null;
    }
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10) // "VmRSS:  1234 kB"
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      LOG.debug("cannot read {}", STATUS, e);
      return null;
    }
  }
}
