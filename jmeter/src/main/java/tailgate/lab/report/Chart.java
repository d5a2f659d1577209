package tailgate.lab.report;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;

/**
 * A plot of some lines.
 *
 * @param kind what its x axis is
 * @param yTitle with its unit
 * @param logarithmic the y axis
 * @param bands stretches of the x axis that are shaded
 */
public record Chart(
    Kind kind,
    String title,
    String yTitle,
    boolean logarithmic,
    List<Series> series,
    List<Band> bands) {

  /** What the x values are. */
  public enum Kind {
    /** Percent, drawn so that each nine gets as much room as the one before. */
    PERCENTILES,
    /** Seconds. */
    TIME,
    /** A number of users, on a logarithmic axis. */
    USERS
  }

  /**
   * A line.
   *
   * @param name lines of the same name have the same colour in all charts of a page
   */
  public record Series(String name, List<Point> points) {
    public Series {
      points = List.copyOf(points);
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
  }
}
