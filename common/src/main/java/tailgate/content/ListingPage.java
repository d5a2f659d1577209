package tailgate.content;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tailgate.content.site.TargetPath;

/**
 * The page that lists the content of a folder: folders first, each group by name.
 *
 * <p>A name may contain any character but a slash and NUL. In text it is escaped, and control
 * characters are replaced. In a link it is percent-encoded, so it cannot end the attribute. The
 * link begins with {@code ./}, so no part of the name is taken for a scheme.
 *
 * @param segments the names on the path from the root to the folder; empty for the root
 * @param entries what is listed, in any order
 * @param limit the number of names that were read, if the folder has more; else 0
 */
record ListingPage(List<String> segments, List<Entry> entries, int limit) {

  /** An entry of the folder. */
  sealed interface Entry {
    String name();

    Instant modified();
  }

  /** A folder in it. */
  record OfFolder(String name, Instant modified) implements Entry {}

  /**
   * A file in it.
   *
   * @param size in bytes
   */
  record OfFile(String name, long size, Instant modified) implements Entry {}

  private static final Comparator<Entry> ORDER =
      Comparator.comparing((Entry entry) -> entry instanceof OfFile)
          .thenComparing(Entry::name, String.CASE_INSENSITIVE_ORDER)
          .thenComparing(Entry::name);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final String PARENT = "<p><a href=\"../\" rel=\"up\">Parent folder</a></p>\n";

  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
      table { width: 100%; border-collapse: collapse; }
      th, td { padding: 0.3rem 0.5rem; border-bottom: 1px solid #8884; text-align: right; white-space: nowrap; }
      th:first-child, td:first-child { width: 100%; text-align: left; overflow-wrap: anywhere; white-space: pre-wrap; }
      """;

  ListingPage {
    segments = List.copyOf(segments);
    entries = entries.stream().sorted(ORDER).toList();
  }

  /** The page in UTF-8. */
  ByteBuffer bytes() {
    return ByteBuffer.wrap(html().getBytes(StandardCharsets.UTF_8));
  }

  private String html() {
    StringBuilder html = new StringBuilder(head());
    entries.forEach(entry -> html.append(row(entry)));
    html.append("</tbody>\n</table>\n");
    if (entries.isEmpty()) {
      html.append("<p>This folder is empty.</p>\n");
    }
    if (limit > 0) {
      html.append("<p>There are more than ")
          .append(limit)
          .append(" names. Not all of them are listed.</p>\n");
    }
    return html.append("</main>\n</body>\n</html>\n").toString();
  }

  private String head() {
    String folder = segments.isEmpty() ? "/" : "/" + String.join("/", segments) + "/";
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Files in %1$s</title>
    <style>
    %2$s</style>
    </head>
    <body>
    <main>
    <h1>Files in <bdi>%1$s</bdi></h1>
    %3$s<table>
    <thead>
    <tr><th scope="col">Name</th><th scope="col">Size</th><th scope="col">Last modified, UTC</th></tr>
    </thead>
    <tbody>
    """
        .formatted(text(folder), STYLE, segments.isEmpty() ? "" : PARENT);
  }

  private static String row(Entry entry) {
    return switch (entry) {
      case OfFolder(String name, Instant modified) -> row(name, true, "–", modified);
      case OfFile(String name, long size, Instant modified) ->
          row(name, false, size(size), modified);
    };
  }

  private static String row(String name, boolean folder, String size, Instant modified) {
    String link = "." + TargetPath.encode(List.of(name), folder);
    return """
    <tr><td><a href="%s"><bdi>%s</bdi></a></td><td>%s</td><td><time datetime="%s">%s</time></td></tr>
    """
        .formatted(
            text(link),
            text(folder ? name + "/" : name),
            size,
            modified.truncatedTo(ChronoUnit.SECONDS),
            TIME.format(modified));
  }

  /** Escapes text for an element or for the value of an attribute. */
  private static String text(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(Character.isISOControl(c) ? '\ufffd' : c);
      }
    }
    return escaped.toString();
  }

  private static String size(long bytes) {
    if (bytes < 1 << 10) {
      return bytes + " B";
    }
    String[] units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int unit = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double scaled = Math.scalb((double) bytes, -10 * unit);
    return String.format(Locale.ROOT, "%.1f %s", scaled, units[unit - 1]);
  }
}
