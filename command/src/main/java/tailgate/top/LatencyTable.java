package tailgate.top;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import tailgate.top.Sheet.Cell;
import tailgate.top.Sheet.Tone;

/**
 * Where the time went: two spans of time side by side, or one below the other. If a screen is too
 * narrow for columns, each figure stands behind its name.
 */
final class LatencyTable {

  /** A member of the answer, and its name on the screen. */
  private record Named(String member, String name) {}

  private static final List<Named> PARTS =
      List.of(
          new Named("queueWait", "queue wait"),
          new Named("service", "service"),
          new Named("total", "total"));

  private static final List<Named> SPANS =
      List.of(new Named("last10Seconds", "last 10 s"), new Named("lastMinute", "last minute"));

  private static final List<Named> QUANTILES =
      List.of(
          new Named("p50", "p50"),
          new Named("p99", "p99"),
          new Named("p999", "p99.9"),
          new Named("max", "max"));

  private static final int WIDTH_OF_ONE = Sheet.LABEL + 32;
  private static final int WIDTH_OF_BOTH = WIDTH_OF_ONE + 2 + 32;

  private LatencyTable() {}

  static void put(Sheet sheet, Sample now) {
    if (sheet.width() >= WIDTH_OF_BOTH) {
      columns(sheet, now, SPANS);
    } else if (sheet.width() >= WIDTH_OF_ONE) {
      SPANS.forEach(span -> columns(sheet, now, List.of(span)));
    } else {
      SPANS.forEach(span -> rows(sheet, now, span));
    }
    slowest(sheet, now);
  }

  /** Says what the slowest requests of the last minute were doing. */
  private static void slowest(Sheet sheet, Sample now) {
    String slowest = "/requests/latencyNanos/slowest";
    if (now.has(slowest)) {
      long mean = now.count(slowest + "/mean");
      String waited = Change.part(now.count(slowest + "/meanQueueWait"), mean);
      sheet.row(
          "slowest 1 %",
          Units.count(now.count(slowest + "/count")) + " requests",
          Units.time(mean) + " on average",
          waited + " waiting for a worker");
    }
  }

  private static void rows(Sheet sheet, Sample now, Named span) {
    sheet.row("latency", span.name);
    for (Named part : PARTS) {
      sheet.row(
          part.name,
          QUANTILES.stream()
              .map(quantile -> quantile.name + " " + time(now, part, span, quantile))
              .toArray(String[]::new));
    }
  }

  private static void columns(Sheet sheet, Sample now, List<Named> spans) {
    line(sheet, "", Tone.LABEL, spans, span -> "%32s".formatted(span.name));
    line(sheet, "latency", Tone.LABEL, spans, span -> quantiles(Named::name));
    for (Named part : PARTS) {
      line(
          sheet,
          part.name,
          Tone.PLAIN,
          spans,
          span -> quantiles(quantile -> time(now, part, span, quantile)));
    }
  }

  private static void line(
      Sheet sheet, String name, Tone tone, List<Named> spans, Function<Named, String> columns) {
    String text = spans.stream().map(columns).collect(Collectors.joining("  "));
    String label = name + " ".repeat(Sheet.LABEL - name.length());
    sheet.line(new Cell(label, Tone.LABEL), new Cell(text, tone));
  }

  private static String quantiles(Function<Named, String> text) {
    return QUANTILES.stream()
        .map(quantile -> "%8s".formatted(text.apply(quantile)))
        .collect(Collectors.joining());
  }

  private static String time(Sample now, Named part, Named span, Named quantile) {
    return time(
        now, "/requests/latencyNanos/" + part.member + "/" + span.member + "/" + quantile.member);
  }

  /** A hyphen as long as there is no value. */
  static String time(Sample now, String nanos) {
    return now.has(nanos) ? Units.time(now.count(nanos)) : "-";
  }
}
