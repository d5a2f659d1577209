package tailgate.top;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tailgate.admin.Stats;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.LogLines;

/**
 * What is counted by cause. What has grown since the sample before is in a tone of alarm, but for
 * idle connections that were closed: that is how most connections end.
 */
final class CausesPart {

  private static final Set<String> USUAL = Set.of("idle");

  private CausesPart() {}

  static void put(Sheet sheet, Change change, Stats now) {
    cache(sheet, change, now);
    sheet.row("turned away", counts(change, now, Stats::rejections, true));
    sheet.row("timeouts", counts(change, now, Stats::timeouts, true));
    List<Cell> refusals = counts(change, now, Stats::refusals, false);
    if (!refusals.isEmpty()) {
      sheet.row("refused", refusals);
    }
    failures(sheet, change, now);
    LogLines log = now.accessLog();
    if (log != null) {
      sheet.row(
          "access log",
          Cell.plain(Units.count(log.lines()) + " lines"),
          Cell.alarmIf(log.linesLost() > 0, Units.count(log.linesLost()) + " lost"));
    }
  }

  private static void cache(Sheet sheet, Change change, Stats now) {
    CacheStatistics cache = now.cache();
    if (cache == null) { // no files are served
      return;
    }
    long hits = change.growth(CausesPart::hits);
    long misses = change.growth(CausesPart::misses);
    sheet.row(
        "cache",
        Cell.plain(Change.part(hits, hits + misses) + " hits"),
        Cell.plain(Change.part(cache.hits(), cache.hits() + cache.misses()) + " in all"),
        Cell.plain(Units.count(cache.entries()) + " files, " + Units.size(cache.bytes())),
        Cell.plain(Units.count(cache.evictions()) + " evicted"));
  }

  private static long hits(Stats stats) {
    CacheStatistics cache = stats.cache();
    return cache == null ? 0 : cache.hits();
  }

  private static long misses(Stats stats) {
    CacheStatistics cache = stats.cache();
    return cache == null ? 0 : cache.misses();
  }

  private static void failures(Sheet sheet, Change change, Stats now) {
    long handler = now.handlerFailures();
    long accept = now.connections().acceptFailures();
    if (handler + accept > 0) {
      sheet.row(
          "failures",
          Cell.alarmIf(
              change.growth(Stats::handlerFailures) > 0, Units.count(handler) + " of the handler"),
          Cell.alarmIf(
              change.growth(stats -> stats.connections().acceptFailures()) > 0,
              Units.count(accept) + " to accept"));
    }
  }

  /**
   * All counts of a kind, each with its cause.
   *
   * @param zeros whether to show also what has never happened
   */
  private static List<Cell> counts(
      Change change, Stats now, Function<Stats, Map<String, Long>> kind, boolean zeros) {
    List<Cell> cells = new ArrayList<>();
    kind.apply(now)
        .forEach(
            (cause, count) -> {
              if (zeros || count > 0) {
                long growth = change.growth(stats -> kind.apply(stats).getOrDefault(cause, 0L));
                boolean alarming = growth > 0 && !USUAL.contains(cause);
                cells.add(Cell.alarmIf(alarming, cause + " " + Units.count(count)));
              }
            });
    return cells;
  }
}
