package tailgate.top;

import com.fasterxml.jackson.databind.JsonNode;
import tailgate.top.Sheet.Cell;
import tailgate.top.Sheet.Tone;

/** The stage's workers, as far as it has any, and what waits for them. */
final class PoolRows {

  /** Resizes that are shown one by one. */
  private static final int RECENT = 5;

  private PoolRows() {}

  static void put(Sheet sheet, Sample now) {
    if (now.has("/pool/workers")) {
      workers(sheet, now);
    }
    if (now.has("/pool/queued") && now.has("/pool/capacity")) {
      long queued = now.count("/pool/queued");
      long capacity = now.count("/pool/capacity");
      String text = Units.count(queued) + " waiting of " + Units.count(capacity);
      Cell bar = sheet.bar(queued, queued, capacity);
      sheet.row("queue", bar, Cell.alarmIf(queued >= capacity, text));
    }
    if (now.has("/pool/resizes")) {
      resizes(sheet, now);
    }
  }

  private static void workers(Sheet sheet, Sample now) {
    long workers = now.count("/pool/workers");
    long busy = now.count("/pool/busy");
    long min = now.count("/pool/min");
    long max = now.count("/pool/max");
    String threads = Units.count(workers) + (workers == 1 ? " thread" : " threads");
    if (!now.has("/pool/busy") || !now.has("/pool/max")) {
      sheet.row("workers", new Cell(threads, Tone.STRONG));
    } else if (now.has("/pool/min")) {
      String text = Units.count(busy) + " busy of " + Units.count(workers);
      String size = min == max ? "always so many" : Units.count(min) + " to " + Units.count(max);
      Cell bar = sheet.bar(busy, workers, max);
      sheet.row("workers", bar, Cell.alarmIf(busy >= max, text), Cell.plain(size));
    } else { // started when needed, and busy as long as they live
      String text = threads + ", at most " + Units.count(max);
      sheet.row("workers", sheet.bar(busy, busy, max), Cell.alarmIf(busy >= max, text));
    }
  }

  private static void resizes(Sheet sheet, Sample now) {
    String grown = Units.count(now.count("/pool/resizes/grown")) + " grown";
    String shrunk = Units.count(now.count("/pool/resizes/shrunk")) + " shrunk";
    sheet.row("resizes", grown, shrunk);
    JsonNode recent = now.stats().at("/pool/resizes/recent");
    for (int i = recent.size() - 1; i >= Math.max(0, recent.size() - RECENT); i--) {
      JsonNode resize = recent.path(i);
      long millis = now.count("/timeMillis") - resize.path("timeMillis").asLong();
      String sizes = resize.path("from").asInt() + " -> " + resize.path("to").asInt();
      sheet.row(
          "%12s".formatted(Units.span(millis / 1e3) + " ago"),
          sizes + "   " + resize.path("reason").asText());
    }
  }
}
