package tailgate.lab.report;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;

/**
 * A chart that has lines or bars.
 *
 * @param kind says what its x axis is
 * @param yTitle the title of the y axis, with its unit
 * @param scale the scale of the y axis
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

  /** The ways in which values become heights. */
  public enum Scale {
    /** Heights are proportional to values, from 0 on. */
    LINEAR,
    /** Each power of ten has the same height; all values are above 0. */
    LOGARITHMIC,
    /** The axis begins at 0; each power of ten has the same height: 8 and 1,000 are both seen. */
    COUNTS
  }

  /** The kinds of values that an x axis can have. */
  public enum Kind {
    /** The x values are percent, drawn so that each further nine gets the same width. */
    PERCENTILES,
    /** The x values are seconds. */
    TIME,
    /** The x values are numbers of users, on a logarithmic axis. */
    USERS,
    /** The x values are requests a second. */
    RATE,
    /** The x values are what is offered, as a multiple of what a server can do. */
    LOAD,
    /** The x values are places among the categories, counted from 0: bars with whiskers. */
    CATEGORIES,
    /** The x values are such places, too, and the bars of a category lie on each other. */
    STACKS
  }

  /**
   * A line of a chart.
   *
   * @param name the name in the legend
   * @param hue lines of the same hue have the same colour in all charts of a page
   */
  public record Series(String name, String hue, boolean dashed, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }

    /** Makes a solid line that has a colour of its own. */
    public Series(String name, List<Point> points) {
      this(name, name, false, points);
    }
  }

  /** A point of a line; it is a pair in JSON. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  public record Point(double x, double y) {}

  /** A range of x values, which includes both ends. */
  public record Band(double from, double to) {}

  public Chart {
    series = List.copyOf(series);
    bands = List.copyOf(bands);
    categories = List.copyOf(categories);
    errors = List.copyOf(errors);
  }

  /** Makes a chart that has lines. */
  public Chart(
      Kind kind, String title, String yTitle, Scale scale, List<Series> series, List<Band> bands) {
    this(kind, title, yTitle, scale, series, bands, List.of(), List.of());
  }

  /** Makes a bar for each category, in which each series has a part. */
  public static Chart stacks(
      String title, String yTitle, List<String> categories, List<Series> series) {
    return new Chart(
        Kind.STACKS, title, yTitle, Scale.LINEAR, series, List.of(), categories, List.of());
  }

  /** Makes bars: each category has one bar for each series that has a point there. */
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
