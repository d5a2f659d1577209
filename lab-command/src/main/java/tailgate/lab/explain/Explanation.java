package tailgate.lab.explain;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import tailgate.lab.explain.JvmEvents.Spot;
import tailgate.lab.load.Text;
import tailgate.lab.report.MarkdownTable;

/**
 * Who had the processors while a JVM was watched, and what its threads waited for.
 *
 * @param process what is watched, as {@code 4242 (app.jar)}
 * @param uses of its threads, those first that had most
 * @param others the seconds of processor time that all other programs of the machine had
 * @param events of its flight recorder
 * @param silence why it has no events; empty if it has
 */
public record Explanation(
    String process,
    Duration time,
    List<ThreadUse> uses,
    double others,
    JvmEvents events,
    String silence) {

  /** From this part of the time in which threads could run on, the processor is what they lack. */
  private static final double MANY = 0.1;

  private static final int MOST_ROWS = 12;
  private static final int MOST_SPOTS = 3;

  /** What had less than this part of the processor time is not named. */
  private static final double NOTABLE = 0.01;

  /** Returns the page for a terminal. */
  public String text() {
    StringBuilder text = new StringBuilder();
    Text.paragraph(
        text, "", format("# Who had the processors in %.0f s of %s?", wholeSeconds(), process));
    text.append('\n');
    Text.paragraph(text, "", answer());
    text.append('\n').append(new MarkdownTable(1, table())).append('\n');
    remarks().forEach(remark -> Text.paragraph(text, "- ", remark));
    return text.toString().stripTrailing();
  }

  /** Returns the answer: what the threads that serve lacked, and who had it. */
  private String answer() {
    double ran = served(ThreadUse::ran);
    double waited = served(ThreadUse::waited);
    if (ran + waited < NOTABLE * wholeSeconds()) {
      return "The application did nothing: its threads ran for %s s. Watch it while it is under load."
          .formatted(seconds(ran));
    }
    double share = waited / (ran + waited);
    return share < MANY
        ? format(
            "The application's threads had a processor when they needed one: they ran for %s s and"
                + " waited for one for %s s (%.1f %%). If requests were slow, they waited for"
                + " something else: a worker, a lock, a connection of a pool, a back end.",
            seconds(ran), seconds(waited), 100 * share)
        : format(
            "The application's threads had no processor for %.0f %% of the time in which they could"
                + " run: for %s of %s s. Who had the processors: %s.",
            100 * share, seconds(waited), seconds(ran + waited), holders());
  }

  /** Returns the time; at least a second, as a watch can be ended at once. */
  private double wholeSeconds() {
    return Math.max(1, Math.rint(time.toMillis() / 1e3));
  }

  private double served(ToDoubleFunction<ThreadUse> what) {
    return uses.stream().filter(use -> use.kind().serves()).mapToDouble(what).sum();
  }

  /** Returns who had the processors, those first that had them longest. */
  private String holders() {
    Map<String, Double> byHolder = new TreeMap<>();
    uses.forEach(use -> byHolder.merge(use.kind().words(), use.ran(), Double::sum));
    byHolder.put("other programs", others);
    double all = byHolder.values().stream().mapToDouble(Double::doubleValue).sum();
    return byHolder.entrySet().stream()
        .filter(holder -> holder.getValue() >= NOTABLE * all)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(holder -> format("%s for %s s", holder.getKey(), seconds(holder.getValue())))
        .collect(joining(", "));
  }

  private List<List<String>> table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("threads", "number", "ran, s", "waited for a processor, s"));
    uses.stream().limit(MOST_ROWS).map(Explanation::row).forEach(rows::add);
    uses.stream()
        .skip(MOST_ROWS)
        .map(use -> new ThreadUse(use.kind(), "others", use.threads(), use.ran(), use.waited()))
        .reduce(ThreadUse::plus)
        .map(Explanation::row)
        .ifPresent(rows::add);
    rows.add(List.of("other programs", "", seconds(others), ""));
    return rows;
  }

  private static List<String> row(ThreadUse use) {
    return List.of(
        use.name(), Integer.toString(use.threads()), seconds(use.ran()), seconds(use.waited()));
  }

  private static String seconds(double seconds) {
    return format("%.2f", seconds);
  }

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (silence.isEmpty()) {
      remarks.add(
          events.stops().isEmpty()
              ? "Nothing stopped all threads."
              : "All threads were stopped " + spots(events.stops()) + ".");
      if (!events.pins().isEmpty()) {
        remarks.add(
            "Virtual threads waited and kept their carrier %s.".formatted(spots(events.pins())));
      }
      if (!events.locks().isEmpty()) {
        remarks.add(
            "Threads waited for a lock (synchronized) %s.".formatted(spots(events.locks())));
      }
      remarks.add(
          format(
              "Waits of less than %d ms for locks and carriers are left out.",
              JvmEvents.SHORTEST.toMillis()));
    } else {
      remarks.add("No stops, pinned threads or locks: " + silence);
    }
    remarks.add(
        "Which request waited for which of these, no JVM can tell by itself; a stage says for each"
            + " how long it waited for a worker (/stats, top, the access log).");
    return remarks;
  }

  /** Returns how often, how long, and where. */
  private static String spots(List<Spot> all) {
    Spot sum =
        all.stream()
            .map(spot -> new Spot("", spot.times(), spot.sum(), spot.longest()))
            .reduce(Spot::plus)
            .orElseThrow();
    String where =
        all.stream()
            .limit(MOST_SPOTS)
            .map(spot -> format("%s (%,d, %s ms)", spot.what(), spot.times(), millis(spot.sum())))
            .collect(joining(", "));
    return format(
        "%,d times, for %s ms in all and %s ms at most: %s%s",
        sum.times(),
        millis(sum.sum()),
        millis(sum.longest()),
        where,
        all.size() > MOST_SPOTS ? format(", and %d more", all.size() - MOST_SPOTS) : "");
  }

  private static String millis(Duration duration) {
    return Text.millis(duration.toNanos() / 1e3);
  }
}
