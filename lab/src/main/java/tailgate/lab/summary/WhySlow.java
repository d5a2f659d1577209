package tailgate.lab.summary;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.TailBreakdown;
import tailgate.lab.load.TailBreakdown.LatencyPart;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;

/**
 * Says why the slowest requests of some servers were slow.
 *
 * @param servers the servers by name that said how long a request was queued and served
 * @param scope says which requests these are, as a sentence with a space behind it; empty for all
 */
public record WhySlow(Map<String, TailBreakdown> servers, String scope) {

  public static final String TITLE = "Why the slowest 1 % were slow";

  private static final String PARTS =
      "Means of all blocks, from when a request was due; the parts add up. before it left: it"
          + " waited for a user, or the generator was late. arriving: connecting, the way there,"
          + " the accept queue, and until a thread of the server had read it; at Tomcat and the"
          + " like until its handler began. waiting: until a worker began. no processor: one had"
          + " begun, and its thread had no processor, as far as that is known (docs/why-slow.md)."
          + " stopped: the collector of the server's JVM stopped all its threads; – if never, or if"
          + " that is not known. served: the"
          + " rest until the head of the answer was made, with all that its thread waited for."
          + " back: the content, the way back, and the generator; on another machine also what"
          + " arriving is here.";

  public WhySlow {
    servers = new LinkedHashMap<>(servers);
  }

  /** Explains servers of which there are some runs each, by their names. */
  public static WhySlow of(Map<String, List<Measurement>> runs) {
    Map<String, TailBreakdown> known = new LinkedHashMap<>();
    runs.forEach(
        (name, all) ->
            TailBreakdown.of(all.stream().map(Measurement::breakdown))
                .ifPresent(tail -> known.put(name, tail)));
    return new WhySlow(known, "");
  }

  /** Returns the section of a text report; empty if nothing is known. */
  public String text() {
    if (servers.isEmpty()) {
      return "";
    }
    String sentences = String.join("", words().map("- %s%n"::formatted).toList());
    return format(
        "%n%s:%n%n%s%n%s%n%s%s%n", TITLE, new MarkdownTable(1, table()), sentences, scope, PARTS);
  }

  /** Returns a sentence for each server, without its full stop. */
  public Stream<String> words() {
    return servers.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue().words());
  }

  /** Returns the section of a page; none if nothing is known. */
  public Stream<HtmlReport.Section> section() {
    if (servers.isEmpty()) {
      return Stream.empty();
    }
    List<Chart.Series> parts =
        Stream.of(LatencyPart.values())
            .map(part -> new Chart.Series(part.title(), points(part)))
            .toList();
    Chart chart =
        Chart.stacks("Mean of the slowest 1 %", "ms", List.copyOf(servers.keySet()), parts);
    String words = String.join("\n", words().toList());
    return Stream.of(
        new HtmlReport.Section(TITLE, words + "\n" + scope + PARTS, List.of(chart), table()));
  }

  private List<Chart.Point> points(LatencyPart part) {
    List<Chart.Point> points = new ArrayList<>();
    for (TailBreakdown tail : servers.values()) {
      points.add(new Chart.Point(points.size(), tail.meanMicros(part) / 1e3));
    }
    return points;
  }

  private List<List<String>> table() {
    List<List<String>> table = new ArrayList<>();
    Stream<String> titles = Stream.of(LatencyPart.values()).map(part -> part.title() + " ms");
    table.add(Stream.concat(Stream.of("server", "slowest 1 %", "mean ms"), titles).toList());
    servers.forEach(
        (name, tail) -> {
          Stream<String> parts =
              Stream.of(LatencyPart.values())
                  .map(part -> tail.knows(part) ? millis(tail.meanMicros(part)) : "–");
          Stream<String> whole =
              Stream.of(name, format("%,d", tail.requests()), millis(tail.meanMicros()));
          table.add(Stream.concat(whole, parts).toList());
        });
    return table;
  }
}
