package tailgate.lab.report;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;

/**
 * A chart of lines or bars.
 *
 * @param kind what its x axis is
 * @param yTitle with its unit
 * @param scale of the y axis
 * @param bands shaded ranges of the x axis
 * @param categories names of the places on the x axis, if it has categories
 * @param errors for each series the half length of the whisker of each point, 0 for none; empty if
 *     there are no whiskers
 */
public record Chart(
    Kind kind,
    String title,
    String yTitle,
    Scale scale,
    List<Series> series,
    List<Band> bands,
    List<String> categories,
    List<List<Double>> errors) {

  /** How values become heights. */
  public enum Scale {
    /** From 0 on. */
    LINEAR,
    /** For values above 0. */
    LOGARITHMIC,
    /** From 0, each power of ten with the same height: for counts of 8 beside counts of 1,000. */
    COUNTS
  }

  /** What the x values are. */
  public enum Kind {
    /** Percent, drawn so that each further nine gets the same width. */
    PERCENTILES,
    /** Seconds. */
    TIME,
    /** A number of users, on a logarithmic axis. */
    USERS,
    /** Requests a second. */
    RATE,
    /** What is offered, as a multiple of what a server can do. */
    LOAD,
    /** A place among the categories, counted from 0: bars with whiskers. */
    CATEGORIES
  }

  /**
   * A line.
   *
   * @param name for the legend
   * @param hue lines of the same hue have the same colour in all charts of a page
   */
  public record Series(String name, String hue, boolean dashed, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }

    /** A solid line in a colour of its own. */
    public Series(String name, List<Point> points) {
      this(name, name, false, points);
    }
  }

  /** A point of a line; in JSON a pair. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  public record Point(double x, double y) {}

  /** Both ends are x values. */
  public record Band(double from, double to) {}

  public Chart {
    series = List.copyOf(series);
    bands = List.copyOf(bands);
    categories = List.copyOf(categories);
    errors = List.copyOf(errors);
  }

  /** Lines. */
  public Chart(
      Kind kind, String title, String yTitle, Scale scale, List<Series> series, List<Band> bands) {
    this(kind, title, yTitle, scale, series, bands, List.of(), List.of());
  }

  /** Bars: at each category one bar for each series that has a point there. */
  public static Chart bars(
      String title,
      String yTitle,
      Scale scale,
      List<String> categories,
      List<Series> series,
      List<List<Double>> errors) {
    return new Chart(Kind.CATEGORIES, title, yTitle, scale, series, List.of(), categories, errors);
  }
}
