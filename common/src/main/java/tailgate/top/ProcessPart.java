package tailgate.top;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import tailgate.admin.Stats;

/** The JVM and what it takes from the machine. */
final class ProcessPart {

  private ProcessPart() {}

  static void put(Sheet sheet, Change change, Stats.Jvm jvm) {
    sheet.row(
        "heap",
        Bar.of(jvm.heapUsedBytes(), jvm.heapCommittedBytes(), jvm.heapMaxBytes(), sheet),
        Cell.plain(Units.size(jvm.heapUsedBytes()) + " of " + Units.size(jvm.heapMaxBytes())));
    List<Cell> cells = new ArrayList<>();
    cells.add(
        Cell.plain(change.amount(stats -> stats.jvm().cpuNanos()) + " of " + jvm.cpus() + " CPUs"));
    long collections = pauses(jvm, Stats.Collector::collections);
    String time = change.share(stats -> pauses(stats.jvm(), Stats.Collector::nanos));
    cells.add(Cell.plain(Units.count(collections) + " GC pauses, " + time + " of the time"));
    cells.add(Cell.plain(Units.count(jvm.platformThreads()) + " threads"));
    Long resident = jvm.residentBytes();
    if (resident != null) {
      cells.add(Cell.plain(Units.size(resident) + " resident"));
    }
    Long pinned = jvm.pinnedVirtualThreads();
    if (pinned != null) {
      cells.add(Cell.alarmIf(pinned > 0, Units.count(pinned) + " pinned"));
    }
    sheet.row("process", cells);
  }

  private static long pauses(Stats.Jvm jvm, ToLongFunction<Stats.Collector> count) {
    return jvm.collectors().stream().filter(one -> !one.concurrent()).mapToLong(count).sum();
  }
}
