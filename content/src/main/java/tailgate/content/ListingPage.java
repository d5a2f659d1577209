package tailgate.content;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tailgate.content.site.TargetPath;
import tailgate.http.HttpDate;

/**
 * What is in a folder, as a page or as JSON: folders first, each group by name.
 *
 * <p>Programs read such pages, and know those of nginx and Apache. So the page has their title,
 * their heading and their row: a link to the bare name, then the time, then the size in bytes, all
 * in one line. The JSON is that of nginx ({@code autoindex_format json}).
 *
 * <p>A name may contain any character but a slash and NUL. In text it is escaped, and control
 * characters are replaced. In a link everything is percent-encoded that is not unreserved, so it
 * cannot end the attribute, and no part of it is taken for a scheme.
 *
 * @param segments the names on the path from the root to the folder; empty for the root
 * @param entries what is listed, in any order
 * @param read the number of names of the folder that were looked at, the first ones in {@link
 *     #BY_NAME their order}
 * @param total the number of names in the folder
 */
record ListingPage(List<String> segments, List<Entry> entries, int read, int total) {

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

  static final Comparator<String> BY_NAME =
      String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.naturalOrder());

  private static final Comparator<Entry> ORDER =
      Comparator.comparing((Entry entry) -> entry instanceof OfFile)
          .thenComparing(Entry::name, BY_NAME);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd-MMM-uuuu HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final String PARENT =
      "<tr><td><a href=\"../\" rel=\"up\">../</a></td><td></td><td></td></tr>\n";

  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
      table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
      th, td { padding: 0.3rem 0.5rem; border-bottom: 1px solid #8884; text-align: right; white-space: nowrap; }
      th:first-child, td:first-child { width: 100%; text-align: left; overflow-wrap: anywhere; white-space: pre-wrap; }
      """;

  ListingPage {
    segments = List.copyOf(segments);
    entries = entries.stream().sorted(ORDER).toList();
  }

  /** Whether there are names that were not looked at. */
  boolean isCut() {
    return total > read;
  }

  // ---- the page

  /** Returns the page in UTF-8. */
  ByteBuffer html() {
    StringBuilder html = new StringBuilder(head());
    entries.forEach(entry -> row(entry, html));
    html.append("</tbody>\n</table>\n");
    if (entries.isEmpty()) {
      html.append("<p>This folder is empty.</p>\n");
    }
    if (isCut()) {
      html.append(
          String.format(
              Locale.ROOT,
              "<p>This folder has %d names. Only the first %d are listed.</p>\n",
              total,
              read));
    }
    return utf8(html.append("</main>\n</body>\n</html>\n"));
  }

  private String head() {
    String folder = segments.isEmpty() ? "/" : "/" + String.join("/", segments) + "/";
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Index of %1$s</title>
    <style>
    %2$s</style>
    </head>
    <body>
    <main>
    <h1>Index of %1$s</h1>
    <table>
    <thead>
    <tr><th scope="col">Name</th><th scope="col">Last modified, UTC</th><th scope="col">Size</th></tr>
    </thead>
    <tbody>
    %3$s\
    """
        .formatted(text(folder), STYLE, segments.isEmpty() ? "" : PARENT);
  }

  private static void row(Entry entry, StringBuilder html) {
    String slash = entry instanceof OfFolder ? "/" : "";
    TargetPath.appendReference(entry.name(), html.append("<tr><td><a href=\""));
    html.append(slash).append("\"><bdi>").append(text(entry.name())).append(slash);
    html.append("</bdi></a></td><td>");
    TIME.formatTo(entry.modified(), html);
    html.append("</td><td>");
    switch (entry) {
      case OfFolder folder -> html.append('-');
      case OfFile file -> html.append(file.size());
    }
    html.append("</td></tr>\n");
  }

  /** Escapes text for an element. */
  private static String text(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        default -> escaped.append(Character.isISOControl(c) ? '\ufffd' : c);
      }
    }
    return escaped.toString();
  }

  // ---- JSON

  /** Writes the same entries as a JSON array in UTF-8. */
  ByteBuffer json() {
    StringBuilder json = new StringBuilder("[");
    String separator = "\n";
    for (Entry entry : entries) {
      string(entry.name(), json.append(separator).append("{ \"name\":"));
      json.append(", \"type\":").append(entry instanceof OfFile ? "\"file\"" : "\"directory\"");
      json.append(", \"mtime\":\"").append(HttpDate.format(entry.modified())).append('"');
      if (entry instanceof OfFile file) {
        json.append(", \"size\":").append(file.size());
      }
      json.append(" }");
      separator = ",\n";
    }
    return utf8(json.append("\n]\n"));
  }

  private static void string(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ') {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    json.append('"');
  }

  private static ByteBuffer utf8(StringBuilder text) {
    return ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
