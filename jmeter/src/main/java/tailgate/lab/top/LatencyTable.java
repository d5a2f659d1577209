package tailgate.lab.top;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import tailgate.lab.top.Sheet.Cell;
import tailgate.lab.top.Sheet.Tone;

/** Where the time went: two spans of time side by side, or one below the other. */
final class LatencyTable {

  /** A member of each latency in the answer, and its name on the screen. */
  private record Span(String member, String name) {}

  private static final List<Span> SPANS =
      List.of(new Span("last10Seconds", "last 10 s"), new Span("lastMinute", "last minute"));

  private static final int WIDTH_OF_BOTH = Sheet.LABEL + 32 + 2 + 32;

  private LatencyTable() {}

  static void put(Sheet sheet, Sample now) {
    if (sheet.width() >= WIDTH_OF_BOTH) {
      put(sheet, now, SPANS);
    } else {
      SPANS.forEach(span -> put(sheet, now, List.of(span)));
    }
  }

  private static void put(Sheet sheet, Sample now, List<Span> spans) {
    row(sheet, "", Tone.LABEL, spans, span -> "%32s".formatted(span.name));
    row(sheet, "latency", Tone.LABEL, spans, span -> quantiles("p50", "p99", "p99.9", "max"));
    latency(sheet, "queue wait", "queueWait", now, spans);
    latency(sheet, "service", "service", now, spans);
    latency(sheet, "total", "total", now, spans);
  }

  private static void latency(
      Sheet sheet, String name, String member, Sample now, List<Span> spans) {
    row(
        sheet,
        name,
        Tone.PLAIN,
        spans,
        span -> {
          String of = "/requests/latencyNanos/" + member + "/" + span.member + "/";
          return quantiles(
              time(now, of + "p50"),
              time(now, of + "p99"),
              time(now, of + "p999"),
              time(now, of + "max"));
        });
  }

  private static void row(
      Sheet sheet, String name, Tone tone, List<Span> spans, Function<Span, String> columns) {
    String text = spans.stream().map(columns).collect(Collectors.joining("  "));
    String label = name + " ".repeat(Sheet.LABEL - name.length());
    sheet.line(new Cell(label, Tone.LABEL), new Cell(text, tone));
  }

  private static String quantiles(String p50, String p99, String p999, String max) {
    return "%8s%8s%8s%8s".formatted(p50, p99, p999, max);
  }

  /** A hyphen as long as there is no value. */
  static String time(Sample now, String nanos) {
    return now.has(nanos) ? Units.time(now.count(nanos)) : "-";
  }
}
