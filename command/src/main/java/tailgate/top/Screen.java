package tailgate.top;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tailgate.top.Sheet.Cell;
import tailgate.top.Sheet.Tone;

/**
 * All that is shown of a server: a pure function of a change, an endpoint and a width. A count of
 * failures that has grown since the sample before has the colour of an alarm.
 */
final class Screen {

  /** Most connections end by this timeout, so it is no alarm. */
  private static final Set<String> USUAL = Set.of("idle");

  private final Change change;
  private final Sample now;
  private final Sheet sheet;

  private Screen(Change change, int width) {
    this.change = change;
    this.now = change.now();
    this.sheet = new Sheet(width);
  }

  /** The lines, none wider than {@code width}. */
  static List<Sheet.Line> of(Endpoint from, Change change, int width) {
    var screen = new Screen(change, width);
    screen.server(from);
    screen.requests();
    PoolRows.put(screen.sheet, screen.now);
    screen.sheet.line();
    screen.cache();
    screen.failures();
    screen.sheet.line();
    screen.process();
    return screen.sheet.lines();
  }

  private void server(Endpoint from) {
    String state = now.text("/state");
    sheet.flow(
        0,
        List.of(
            new Cell(now.text("/stage/name"), Tone.STRONG),
            Cell.alarmIf(!state.equals("ready"), state),
            Cell.plain("up " + Units.span(now.uptime())),
            Cell.plain(from.toString())));
    List<String> words = new ArrayList<>();
    words.add(now.text("/stage/keepAlive").equals("true") ? "keep-alive" : "no keep-alive");
    if (now.has("/stage/reactors")) {
      words.add(
          count("/stage/reactors", now.count("/stage/reactors") == 1 ? " reactor" : " reactors"));
    }
    words.add(now.text("/stage/workers"));
    sheet.row("by " + now.text("/stage/dispatch"), words.toArray(String[]::new));
    sheet.line();
  }

  private void requests() {
    if (!now.has("/requests")) {
      sheet.row("requests", "not measured (--no-metrics)");
      traffic();
      return;
    }
    sheet.row(
        "requests",
        new Cell(change.rate("/requests/total"), Tone.STRONG),
        Cell.plain(count("/requests/inFlight", " in flight")),
        Cell.plain(count("/requests/total", " in all")));
    List<Cell> cells = new ArrayList<>();
    for (String status : now.counts("/requests/byClass").keySet()) {
      String count = "/requests/byClass/" + status;
      boolean failures = status.startsWith("5") && change.growth(count) > 0;
      cells.add(Cell.alarmIf(failures, status + " " + change.rate(count)));
    }
    sheet.row("by status", cells);
    traffic();
    LatencyTable.put(sheet, now);
    sheet.line();
  }

  private void traffic() {
    String received = change.sizeRate("/bytes/received") + " in";
    String sent = change.sizeRate("/bytes/sent") + " out";
    sheet.row("bytes", received, sent);
    sheet.row(
        "connections",
        count("/connections/open", " open"),
        change.rate("/connections/accepted") + " accepted",
        count("/connections/aborted", " broken"));
    sheet.line();
  }

  private void cache() {
    if (!now.has("/cache")) { // no files are served
      return;
    }
    long hits = change.growth("/cache/hits");
    long all = now.count("/cache/hits");
    sheet.row(
        "cache",
        Change.part(hits, hits + change.growth("/cache/misses")) + " hits",
        Change.part(all, all + now.count("/cache/misses")) + " in all",
        count("/cache/entries", " files, ") + Units.size(now.count("/cache/bytes")),
        count("/cache/evictions", " evicted"));
  }

  private void failures() {
    sheet.row("turned away", byCause("/rejections", true));
    sheet.row("timeouts", byCause("/timeouts", true));
    List<Cell> refusals = byCause("/refusals", false);
    if (!refusals.isEmpty()) {
      sheet.row("refused", refusals);
    }
    String handler = "/handlerFailures";
    String accept = "/connections/acceptFailures";
    if (now.count(handler) + now.count(accept) > 0) {
      sheet.row(
          "failures",
          Cell.alarmIf(change.growth(handler) > 0, count(handler, " of the handler")),
          Cell.alarmIf(change.growth(accept) > 0, count(accept, " to accept")));
    }
    if (now.has("/accessLog")) {
      String lost = "/accessLog/linesLost";
      sheet.row(
          "access log",
          Cell.plain(count("/accessLog/lines", " lines")),
          Cell.alarmIf(now.count(lost) > 0, count(lost, " lost")));
    }
  }

  /** Each count with its cause, with or without those that are 0. */
  private List<Cell> byCause(String counts, boolean zeros) {
    List<Cell> cells = new ArrayList<>();
    now.counts(counts)
        .forEach(
            (cause, count) -> {
              long growth = change.growth(s -> s.counts(counts).getOrDefault(cause, 0L));
              boolean alarm = growth > 0 && !USUAL.contains(cause);
              if (zeros || count > 0) {
                cells.add(Cell.alarmIf(alarm, cause + " " + Units.count(count)));
              }
            });
    return cells;
  }

  private void process() {
    long used = now.count("/jvm/heapUsedBytes");
    long most = now.count("/jvm/heapMaxBytes");
    Cell bar = sheet.bar(used, now.count("/jvm/heapCommittedBytes"), most);
    sheet.row("heap", bar, Cell.plain(Units.size(used) + " of " + Units.size(most)));
    List<Cell> cells = new ArrayList<>();
    cells.add(
        Cell.plain(change.processors("/jvm/cpuNanos") + " of " + count("/jvm/cpus", " CPUs")));
    String pauses = Units.count(now.pauses("collections")) + " GC pauses, ";
    cells.add(Cell.plain(pauses + change.share(s -> s.pauses("nanos")) + " of the time"));
    cells.add(Cell.plain(count("/jvm/platformThreads", " threads")));
    if (now.has("/jvm/residentBytes")) {
      cells.add(Cell.plain(Units.size(now.count("/jvm/residentBytes")) + " resident"));
    }
    String pinned = "/jvm/pinnedVirtualThreads";
    if (now.has(pinned)) {
      cells.add(Cell.alarmIf(now.count(pinned) > 0, count(pinned, " pinned")));
    }
    sheet.row("process", cells);
  }

  private String count(String pointer, String words) {
    return Units.count(now.count(pointer)) + words;
  }
}
