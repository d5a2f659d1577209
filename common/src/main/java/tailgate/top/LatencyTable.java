package tailgate.top;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tailgate.admin.Stats;

/** Where the time went: two spans of time beside each other, or one below the other. */
final class LatencyTable {

  private static final int COLUMN = 8;
  private static final int GAP = 2;
  private static final String[] QUANTILES = {"p50", "p99", "p99.9", "max"};

  /** Columns of one span. */
  private static final int SPAN = COLUMN * QUANTILES.length;

  private record Span(String name, Function<Stats.Spans, Stats.Quantiles> of) {}

  private static final List<Span> SPANS =
      List.of(
          new Span("last 10 s", Stats.Spans::last10Seconds),
          new Span("last minute", Stats.Spans::lastMinute));

  private LatencyTable() {}

  static void put(Sheet sheet, Stats.Latencies latencies) {
    if (sheet.width() >= Sheet.LABEL + SPANS.size() * (SPAN + GAP) - GAP) {
      put(sheet, latencies, SPANS);
    } else {
      for (Span span : SPANS) {
        put(sheet, latencies, List.of(span));
      }
    }
  }

  private static void put(Sheet sheet, Stats.Latencies latencies, List<Span> spans) {
    List<Cell> names = new ArrayList<>(List.of(Cell.label(left("", Sheet.LABEL))));
    List<Cell> heads = new ArrayList<>(List.of(Cell.label(left("latency", Sheet.LABEL))));
    for (Span span : spans) {
      names.add(Cell.label(right(span.name, SPAN) + " ".repeat(GAP)));
      for (String quantile : QUANTILES) {
        heads.add(Cell.label(right(quantile, COLUMN)));
      }
      heads.add(Cell.plain(" ".repeat(GAP)));
    }
    sheet.line(names.toArray(Cell[]::new));
    sheet.line(heads.toArray(Cell[]::new));
    row(sheet, "queue wait", latencies.queueWait(), spans);
    row(sheet, "service", latencies.service(), spans);
    row(sheet, "total", latencies.total(), spans);
  }

  private static void row(Sheet sheet, String name, Stats.Spans latency, List<Span> spans) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.label(left(name, Sheet.LABEL))));
    for (Span span : spans) {
      Stats.Quantiles values = span.of.apply(latency);
      cells.add(cell(values.p50()));
      cells.add(cell(values.p99()));
      cells.add(cell(values.p999()));
      cells.add(cell(values.max()));
      cells.add(Cell.plain(" ".repeat(GAP)));
    }
    sheet.line(cells.toArray(Cell[]::new));
  }

  private static Cell cell(@Nullable Long nanos) {
    return Cell.plain(right(nanos == null ? "-" : Units.time(nanos), COLUMN));
  }

  private static String left(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }
}
