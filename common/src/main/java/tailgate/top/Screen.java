package tailgate.top;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tailgate.admin.Stats;

/**
 * All that is shown of a server: a pure function of two samples, where they came from, and a width.
 */
final class Screen {

  private final Endpoint from;
  private final Change change;
  private final Stats now;
  private final Sheet sheet;

  private Screen(Endpoint from, @Nullable Stats before, Stats now, int width) {
    this.from = from;
    this.change = new Change(Interval.between(before, now));
    this.now = now;
    this.sheet = new Sheet(width);
  }

  /**
   * The lines, none wider than {@code width}.
   *
   * @param before an earlier sample, without which there are no rates
   */
  static List<Line> of(Endpoint from, @Nullable Stats before, Stats now, int width) {
    var screen = new Screen(from, before, now, width);
    screen.server();
    screen.requests();
    PoolPart.put(screen.sheet, now);
    screen.sheet.blank();
    CausesPart.put(screen.sheet, screen.change, now);
    screen.sheet.blank();
    ProcessPart.put(screen.sheet, screen.change, now.jvm());
    return screen.sheet.lines();
  }

  private void server() {
    Stats.StageInfo stage = now.stage();
    sheet.line(
        Cell.strong(stage.name()),
        Cell.alarmIf(!now.state().equals("ready"), "   " + now.state()),
        Cell.plain("   up " + Units.span(now.uptimeSeconds()) + "   " + from));
    List<Cell> words = new ArrayList<>();
    words.add(Cell.plain(stage.keepAlive() ? "keep-alive" : "no keep-alive"));
    Integer reactors = stage.reactors();
    if (reactors != null) {
      words.add(Cell.plain(reactors + (reactors == 1 ? " reactor" : " reactors")));
    }
    words.add(Cell.plain(stage.workers()));
    sheet.row("by " + stage.dispatch(), words);
    sheet.blank();
  }

  private void requests() {
    Stats.Requests requests = now.requests();
    if (requests == null) {
      sheet.row("requests", Cell.plain("not measured (--no-metrics)"));
      traffic();
      return;
    }
    sheet.row(
        "requests",
        Cell.strong(change.rate(Screen::total)),
        Cell.plain(Units.count(requests.inFlight()) + " in flight"),
        Cell.plain(Units.count(requests.total()) + " in all"));
    sheet.row("by status", classes(requests.byClass()));
    traffic();
    LatencyTable.put(sheet, requests.latencyNanos());
    sheet.blank();
  }

  private static long total(Stats stats) {
    Stats.Requests requests = stats.requests();
    return requests == null ? 0 : requests.total();
  }

  private List<Cell> classes(Map<String, Long> byClass) {
    List<Cell> cells = new ArrayList<>();
    for (String name : byClass.keySet()) {
      ToLongFunction<Stats> count = stats -> ofClass(stats, name);
      boolean failures = name.startsWith("5") && change.growth(count) > 0;
      cells.add(Cell.alarmIf(failures, name + " " + change.rate(count)));
    }
    return cells;
  }

  private static long ofClass(Stats stats, String name) {
    Stats.Requests requests = stats.requests();
    return requests == null ? 0 : requests.byClass().getOrDefault(name, 0L);
  }

  private void traffic() {
    sheet.row(
        "bytes",
        Cell.plain(change.sizeRate(stats -> stats.bytes().received()) + " in"),
        Cell.plain(change.sizeRate(stats -> stats.bytes().sent()) + " out"));
    Stats.Connections connections = now.connections();
    sheet.row(
        "connections",
        Cell.plain(Units.count(connections.open()) + " open"),
        Cell.plain(change.rate(stats -> stats.connections().accepted()) + " accepted"),
        Cell.plain(Units.count(connections.aborted()) + " broken"));
    sheet.blank();
  }
}
