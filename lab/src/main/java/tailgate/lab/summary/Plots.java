package tailgate.lab.summary;

import static tailgate.lab.load.ServerTimeline.BUSY;
import static tailgate.lab.load.ServerTimeline.CPU;
import static tailgate.lab.load.ServerTimeline.QUEUED;
import static tailgate.lab.load.ServerTimeline.THREADS;
import static tailgate.lab.load.ServerTimeline.WORKERS;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Timeline;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Band;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;

/** Draws the charts of several measurements, in the same colours throughout. */
public record Plots(List<Line> lines, List<Band> bands) {

  /** Up to this factor two lines can both be seen on a linear axis. */
  private static final double VISIBLE = 20;

  /**
   * A measurement as it is drawn.
   *
   * @param hue lines of the same hue have the same colour
   */
  public record Line(Measurement measured, String name, String hue, boolean dashed) {

    /** Draws a measurement under its own name, in the colour of its stage. */
    public static Line of(Measurement measured) {
      return new Line(measured, measured.name(), measured.stage(), false);
    }

    /** Draws a measurement in a colour of its own: for several servers of one stage. */
    public static Line ofItsOwn(Measurement measured) {
      return new Line(measured, measured.name(), measured.name(), false);
    }

    private Series series(String suffix, boolean dash, List<Point> points) {
      return new Series(name + suffix, hue, dash, points);
    }
  }

  public Plots {
    lines = List.copyOf(lines);
    bands = List.copyOf(bands);
  }

  /** Draws measurements that are told apart by their names alone. */
  public static Plots of(List<Measurement> measurements) {
    return new Plots(measurements.stream().map(Line::of).toList(), List.of());
  }

  /** Draws all percentiles, so that the tails can be compared. */
  public Chart curves(String title) {
    List<Series> series =
        lines.stream()
            .filter(line -> line.measured.figures().count() > 0)
            .map(line -> line.series("", line.dashed, curve(line.measured)))
            .toList();
    return new Chart(Kind.PERCENTILES, title, "ms", Scale.LOGARITHMIC, series, List.of());
  }

  /** Draws the slowest answer of each window, so that no spike is lost. */
  public Chart slowest() {
    return latency("Slowest answer of each " + window(), Timeline::max);
  }

  /** Draws the P99 of each window: of many answers the slowest says little. */
  public Chart p99() {
    return latency("P99 of each " + window(), Timeline::p99);
  }

  private Chart latency(String title, Function<Timeline, List<Long>> figure) {
    List<Series> series =
        series(line -> Stream.of(line.series("", line.dashed, latency(line, figure))));
    return new Chart(Kind.TIME, title, "ms", Scale.LOGARITHMIC, series, bands);
  }

  private String window() {
    long millis =
        lines.stream().mapToLong(line -> line.measured.latency().windowMillis()).max().orElse(0);
    return millis < 1_000 ? millis + " ms" : millis / 1_000 + " s";
  }

  /** Draws what happens in the servers, as far as it was sampled, to be shown below the latency. */
  public List<Chart> servers() {
    List<Chart> charts = new ArrayList<>();
    charts.add(linear("Tasks that wait in the queue", "tasks", QUEUED));
    charts.add(workers());
    charts.add(linear("Processor time of the server", "cores", CPU));
    charts.add(counts("Threads of the process", "threads", line -> single(line, THREADS)));
    return charts.stream().filter(chart -> !chart.series().isEmpty()).toList();
  }

  /** Draws only servers whose workers can be idle; reactors have no such state. */
  private Chart workers() {
    return counts(
        "Workers that are busy, and all there are (dashed)",
        "workers",
        line ->
            line.measured.server().knows(BUSY)
                ? Stream.of(
                    line.series("", false, points(line, BUSY)),
                    line.series(", all", true, points(line, WORKERS)))
                : Stream.of());
  }

  private Chart linear(String title, String unit, String quantity) {
    List<Series> all = series(line -> single(line, quantity));
    return new Chart(Kind.TIME, title, unit, Scale.LINEAR, all, bands);
  }

  private Chart counts(String title, String unit, Function<Line, Stream<Series>> ofLine) {
    List<Series> all = series(ofLine);
    return new Chart(Kind.TIME, title, unit, scale(all), all, bands);
  }

  /** Scales counts: on a linear axis thousands of workers would hide a pool of eight. */
  private static Scale scale(List<Series> counts) {
    List<Double> peaks =
        counts.stream()
            .map(line -> line.points().stream().mapToDouble(Point::y).max().orElse(0))
            .filter(peak -> peak > 0)
            .sorted()
            .toList();
    return !peaks.isEmpty() && peaks.get(peaks.size() - 1) > VISIBLE * peaks.get(0)
        ? Scale.COUNTS
        : Scale.LINEAR;
  }

  private static Stream<Series> single(Line line, String quantity) {
    return Stream.of(line.series("", line.dashed, points(line, quantity)));
  }

  /** Returns the series that have a point. */
  private List<Series> series(Function<Line, Stream<Series>> ofLine) {
    return lines.stream().flatMap(ofLine).filter(line -> !line.points().isEmpty()).toList();
  }

  private static List<Point> curve(Measurement measured) {
    return IntStream.range(0, measured.curve().size())
        .mapToObj(i -> new Point(Figures.CURVE.get(i), measured.curve().get(i) / 1e3))
        .toList();
  }

  private static List<Point> latency(Line line, Function<Timeline, List<Long>> figure) {
    Timeline latency = line.measured.latency();
    List<Long> values = figure.apply(latency);
    return IntStream.range(0, values.size())
        .filter(i -> latency.count().get(i) > 0)
        .mapToObj(i -> new Point(i * latency.windowMillis() / 1e3, values.get(i) / 1e3))
        .toList();
  }

  private static List<Point> points(Line line, String quantity) {
    Measurement measured = line.measured;
    ServerTimeline timeline = measured.server().with(quantity);
    List<Double> values = timeline.of(quantity);
    List<Point> points =
        IntStream.range(0, values.size())
            .filter(i -> !Double.isNaN(values.get(i)))
            .mapToObj(
                i ->
                    new Point(
                        (timeline.epochMillis().get(i) - measured.startEpochMillis()) / 1e3,
                        values.get(i)))
            .filter(point -> point.x() >= 0 && point.x() <= measured.millis() / 1e3)
            .toList();
    return withoutRepeated(points);
  }

  /** Leaves out the points that lie between two points of the same height. */
  static List<Point> withoutRepeated(List<Point> points) {
    return IntStream.range(0, points.size())
        .filter(
            i ->
                i == 0
                    || i == points.size() - 1
                    || points.get(i).y() != points.get(i - 1).y()
                    || points.get(i).y() != points.get(i + 1).y())
        .mapToObj(points::get)
        .toList();
  }
}
