package tailgate.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Adds the figures of several JVMs on one machine, of the same version. */
final class JvmSum {

  private JvmSum() {}

  static Stats.Jvm plus(Stats.Jvm a, Stats.Jvm b) {
    return new Stats.Jvm(
        a.version(),
        Math.max(a.cpus(), b.cpus()), // they share them
        a.cpuNanos() + b.cpuNanos(),
        a.heapUsedBytes() + b.heapUsedBytes(),
        a.heapCommittedBytes() + b.heapCommittedBytes(),
        a.heapMaxBytes() + b.heapMaxBytes(),
        Sums.plus(a.residentBytes(), b.residentBytes()),
        a.platformThreads() + b.platformThreads(),
        Sums.plus(a.pinnedVirtualThreads(), b.pinnedVirtualThreads()),
        Sums.plus(a.stuckCarriers(), b.stuckCarriers()),
        plus(a.collectors(), b.collectors()));
  }

  /** What a process leaves behind: the counts, and no memory or threads. */
  static Stats.Jvm ended(Stats.Jvm jvm) {
    return new Stats.Jvm(
        jvm.version(),
        jvm.cpus(),
        jvm.cpuNanos(),
        0,
        0,
        0,
        null,
        0,
        jvm.pinnedVirtualThreads(),
        null,
        jvm.collectors());
  }

  /** Adds collectors of the same name, in the order of the first list. */
  private static List<Stats.Collector> plus(List<Stats.Collector> a, List<Stats.Collector> b) {
    Map<String, Stats.Collector> sum = new LinkedHashMap<>();
    Stream.concat(a.stream(), b.stream())
        .forEach(each -> sum.merge(each.name(), each, JvmSum::plus));
    return List.copyOf(sum.values());
  }

  private static Stats.Collector plus(Stats.Collector a, Stats.Collector b) {
    return new Stats.Collector(
        a.name(), a.collections() + b.collections(), a.nanos() + b.nanos(), a.concurrent());
  }
}
