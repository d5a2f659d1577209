package tailgate.top;

import java.util.List;
import tailgate.admin.Stats;

/** The stage's workers, as far as it has any, and what waits for them. */
final class PoolPart {

  /** Resizes that are shown one by one. */
  private static final int RECENT = 5;

  private static final int GAP_AFTER_AGE = 2;

  private PoolPart() {}

  static void put(Sheet sheet, Stats now) {
    Stats.Pool pool = now.pool();
    workers(sheet, pool);
    Integer queued = pool.queued();
    Integer capacity = pool.capacity();
    if (queued != null && capacity != null) {
      sheet.row(
          "queue",
          Bar.of(queued, capacity, sheet),
          Cell.alarmIf(
              queued >= capacity, Units.count(queued) + " waiting of " + Units.count(capacity)));
    }
    Stats.Resizes resizes = pool.resizes();
    if (resizes != null) {
      resizes(sheet, resizes, now.timeMillis());
    }
  }

  private static void workers(Sheet sheet, Stats.Pool pool) {
    Integer workers = pool.workers();
    Integer busy = pool.busy();
    Integer min = pool.min();
    Integer max = pool.max();
    if (workers == null) {
      return;
    }
    if (busy == null || max == null) {
      sheet.row("workers", Cell.strong(threads(workers)));
    } else if (min == null) { // made when needed, and at work as long as they are there
      sheet.row(
          "workers",
          Bar.of(busy, max, sheet),
          Cell.alarmIf(busy >= max, threads(workers) + ", at most " + Units.count(max)));
    } else {
      sheet.row(
          "workers",
          Bar.of(busy, workers, max, sheet),
          Cell.alarmIf(busy >= max, Units.count(busy) + " busy of " + Units.count(workers)),
          Cell.plain(bounds(min, max)));
    }
  }

  private static String threads(int count) {
    return Units.count(count) + (count == 1 ? " thread" : " threads");
  }

  private static String bounds(int min, int max) {
    return min == max ? "always so many" : Units.count(min) + " to " + Units.count(max);
  }

  private static void resizes(Sheet sheet, Stats.Resizes resizes, long nowMillis) {
    sheet.row(
        "resizes",
        Cell.plain(Units.count(resizes.grown()) + " grown"),
        Cell.plain(Units.count(resizes.shrunk()) + " shrunk"));
    List<Stats.Resize> all = resizes.recent();
    for (int i = all.size() - 1; i >= Math.max(0, all.size() - RECENT); i--) {
      Stats.Resize one = all.get(i);
      String age = Units.span((nowMillis - one.timeMillis()) / 1e3) + " ago";
      sheet.row(
          " ".repeat(Math.max(0, Sheet.LABEL - GAP_AFTER_AGE - age.length())) + age,
          Cell.plain(one.from() + " -> " + one.to() + "   " + one.reason()));
    }
  }
}
