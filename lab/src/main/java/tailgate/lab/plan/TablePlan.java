package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of a report. It has a row for each arm. With {@code across}, documents have another one
 * instead if several values of that axis take part: it has a row for each figure and arm, and a
 * column for each value of the axis. The table with a row for each arm has the usual columns then.
 *
 * @param names the columns with names; empty for one with the name of the arm
 * @param usual whether the usual columns come first: throughput, failures, P50, P90, P99, processor
 *     time, memory, threads
 * @param columns the columns after these; with {@code across}, the figures
 * @param across the axis that has a column for each value; missing for none
 * @param sections the axes for each combination of whose values documents have a table of their
 *     own, and the page charts of their own
 * @param count the blocks that are in the figures
 * @param twinsLast whether the second ones of equal arms (A/A) are the last rows; otherwise each
 *     follows the first one
 */
public record TablePlan(
    List<NameColumn> names,
    @Nullable Boolean usual,
    List<ColumnPlan> columns,
    @Nullable String across,
    List<String> sections,
    @Nullable Counting count,
    boolean twinsLast) {

  /** Selects the blocks that are in the figures of an arm. If it selects none, all of them are. */
  public enum Counting {
    /** Selects the blocks in which the generator was on time. */
    PUNCTUAL,
    /** Selects the blocks that take part in verdicts. */
    JUDGED
  }

  /** A way to make one figure from those of several blocks. */
  public enum Over {
    /** The geometric mean with its 95 % interval. */
    ESTIMATE,
    SUM,
    LEAST,
    MOST,
    /** A list of all of them. */
    EACH_BLOCK
  }

  /**
   * A column with the names of values.
   *
   * @param axis the axis, or {@code part}
   * @param title the title; missing for the name of the axis
   */
  public record NameColumn(@JsonProperty(required = true) String axis, @Nullable String title) {

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public NameColumn {}

    @JsonCreator
    static NameColumn of(String axis) {
      return new NameColumn(axis, null);
    }
  }

  /**
   * A column with a figure.
   *
   * @param title the title; missing for that of the figure
   * @param format the format, as in {@link java.util.Formatter}; missing for that of the figure
   * @param load the phases whose figures are added up, of which a latency has one; empty for those
   *     of the run. {@code multiples} makes a column for each phase whose name is a multiple of the
   *     capacity, with this name in the place of {@code {load}} in the title
   * @param as the stretch of {@link LoadPlan#together} whose undoubted blocks count; missing for
   *     the phases themselves
   * @param seconds the first and the last second of a figure of seconds
   * @param over the way to make one figure of several blocks; missing for an estimate
   */
  public record ColumnPlan(
      @JsonProperty(required = true) Quantity figure,
      @Nullable String title,
      @Nullable String format,
      List<String> load,
      @Nullable String as,
      List<Integer> seconds,
      @Nullable Over over) {

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public ColumnPlan {
      load = load == null ? List.of() : List.copyOf(load);
      seconds = seconds == null ? List.of() : List.copyOf(seconds);
    }

    /** Returns the column for one of several phases, whose name has its place in the title. */
    public ColumnPlan at(String phase) {
      String ofAny = title == null ? figure.title() + " at {load}" : title;
      return new ColumnPlan(
          figure, ofAny.replace("{load}", phase), format, List.of(phase), as, seconds, over);
    }

    /** Returns the column of a figure with its usual title. */
    @JsonCreator
    static ColumnPlan of(String figure) {
      return usual(Quantity.of(figure), null);
    }

    private static ColumnPlan usual(Quantity figure, @Nullable String format) {
      return new ColumnPlan(figure, null, format, List.of(), null, List.of(), null);
    }
  }

  /** The columns that come first. */
  public static final List<ColumnPlan> USUAL_COLUMNS =
      List.of(
          ColumnPlan.usual(Quantity.PER_SECOND, null),
          ColumnPlan.usual(Quantity.FAILED, null),
          ColumnPlan.usual(Quantity.UNANSWERED, null),
          ColumnPlan.usual(Quantity.P50, null),
          ColumnPlan.usual(Quantity.P90, null),
          ColumnPlan.usual(Quantity.P99, null),
          ColumnPlan.usual(Quantity.CPU_MILLIS, null),
          ColumnPlan.usual(Quantity.RSS, "%.0f"),
          ColumnPlan.usual(Quantity.THREADS, "%.0f"));

  /** The table of a file without any. */
  public static final TablePlan USUAL =
      new TablePlan(List.of(), null, List.of(), null, List.of(), null, false);

  public TablePlan {
    names = names == null ? List.of() : List.copyOf(names);
    columns = columns == null ? List.of() : List.copyOf(columns);
    sections = sections == null ? List.of() : List.copyOf(sections);
  }
}
