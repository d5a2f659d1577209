package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An experiment as its file describes it, after the short form and the parameters have been put in.
 *
 * @param question the question that the experiment answers, in one line
 * @param about further lines for {@code --help}
 * @param candidates whether servers from elsewhere can take part, or run on another machine
 * @param needs the programs that are fetched before the experiment can run
 * @param parameters numbers and words that the command line can change; {@code {NAME}} stands for
 *     the value anywhere in the file
 * @param options further names of axes on the command line, beside {@code --only AXIS=VALUE}
 * @param load the load of all arms
 * @param loadInWords the load as a report describes it; missing for a description that is derived
 *     from the load
 * @param settles whether each server is warmed until its throughput has settled
 * @param blocks the number of blocks, unless the command line gives another; a verdict needs ten
 * @param with the settings that all arms have in common
 * @param arms the sets of arms, in the order of the rows of the table
 * @param only the values of axes that take part, in the sets without a part; or the parts that do
 * @param measure additional readings of each run
 * @param once whether a run that the machine has spoiled is not repeated, because the server would
 *     begin the second time with what it has learned
 * @param leaveOut the reasons for which a run takes no part in a verdict, beside a doubt about the
 *     generator
 * @param judged selects the arms that the claims are about; missing for those that are unchanged
 * @param table the table of the report; missing for one with the usual columns
 * @param charts the charts of the page; empty for the usual ones
 * @param claims the claims in the order of the report
 * @param verdictsTitle a line above the verdicts
 * @param targets targets for single runs; a report counts how many runs met each
 * @param remarks how far the figures can be trusted, and what must not be concluded from them
 */
public record ExperimentFile(
    @JsonProperty(required = true) String question,
    @Nullable String about,
    boolean candidates,
    List<Need> needs,
    Map<String, Parameter> parameters,
    Map<String, AxisOption> options,
    @JsonProperty(required = true) LoadPlan load,
    @Nullable String loadInWords,
    boolean settles,
    @Nullable Integer blocks,
    @Nullable Variation with,
    @JsonProperty(required = true) List<ArmSet> arms,
    Map<String, List<String>> only,
    List<Reading> measure,
    boolean once,
    List<Objection> leaveOut,
    @Nullable Judged judged,
    @Nullable TablePlan table,
    List<ChartKind> charts,
    List<StatedClaim> claims,
    @Nullable String verdictsTitle,
    List<Target> targets,
    List<String> remarks) {

  /** A program that is fetched or built before the experiment. */
  public enum Need {
    JMETER,
    DOWNSTREAM,
    /** The real servers, which arms name as their stages. */
    SERVERS
  }

  /** A reading of a run that is taken in addition to its load. */
  public enum Reading {
    /** Measures the memory of silent connections, before the load and after it. */
    FOOTPRINT,
    /** Keeps the throughput, P99 and processor time of each second. */
    SECONDS
  }

  /** A reason for which a run or a phase takes no part in a verdict. */
  public enum Objection {
    /** More than one request in a thousand failed. */
    FAILURES,
    /** One request failed. */
    ANY_FAILURE,
    /** A pool that sizes itself was not back at its smallest size when the main phase began. */
    POOL_HAS_GROWN,
    /** The back end did more than 5 % less or more than its slots and its service time say. */
    BACK_END,
    /** Requests failed while the capacity was measured, or the generator was near its limit. */
    CAPACITY,
    /**
     * In a phase, the generator was late by a twentieth of the clients' patience, or out of users.
     */
    LATE_PHASE
  }

  /** Selects the arms that claims are about. */
  public enum Judged {
    /** Judges all arms. */
    ALWAYS,
    /** Judges the arms whose arguments, path and handler are those of the file. */
    UNCHANGED
  }

  /** A chart of the page. */
  public enum ChartKind {
    PERCENTILES,
    SLOWEST,
    P99,
    SERVERS,
    /** Draws the goodput against the offered load. */
    GOODPUT,
    SECONDS
  }

  /**
   * A number or a word that the command line can change.
   *
   * @param usual the value if the command line gives none
   * @param from the smallest number that is allowed; missing for words
   * @param to the largest number that is allowed
   * @param values the allowed words; empty for any
   * @param selects the values of axes that take part if the command line gives the parameter
   * @param withHandler whether the parameter is given with a handler of the user's own, and only
   *     then
   * @param label the name of the value in the help
   * @param help the description in the help
   */
  public record Parameter(
      @JsonProperty(required = true) String usual,
      @Nullable Long from,
      @Nullable Long to,
      List<String> values,
      Map<String, List<String>> selects,
      boolean withHandler,
      @JsonProperty(required = true) String label,
      @JsonProperty(required = true) String help) {

    public Parameter {
      values = values == null ? List.of() : List.copyOf(values);
      selects = selects == null ? Map.of() : Map.copyOf(selects);
    }

    /** Returns whether the value is a list. On the command line it has commas, but no brackets. */
    public boolean isList() {
      return usual.startsWith("[");
    }
  }

  /**
   * An option of the command line that chooses values of an axis.
   *
   * @param axis the name of the axis
   * @param anyValue whether values are allowed that are not in the file, such as numbers of users
   * @param label the name of a value in the help
   * @param help the description in the help
   */
  public record AxisOption(
      @JsonProperty(required = true) String axis,
      boolean anyValue,
      @JsonProperty(required = true) String label,
      @JsonProperty(required = true) String help) {}

  /**
   * A target for single runs.
   *
   * @param says the target in words
   * @param figure the figure that is judged
   * @param load the phases whose figure is judged
   * @param than the phase with whose figure it is compared; missing for a level
   * @param is the bound of the figure, or of its factor
   */
  public record Target(
      @JsonProperty(required = true) String says,
      @JsonProperty(required = true) Quantity figure,
      @JsonProperty(required = true) List<String> load,
      @Nullable String than,
      @JsonProperty(required = true) StatedBound is) {}

  public ExperimentFile {
    needs = needs == null ? List.of() : List.copyOf(needs);
    parameters = parameters == null ? Map.of() : parameters;
    options = options == null ? Map.of() : options;
    arms = List.copyOf(arms);
    only = only == null ? Map.of() : only;
    measure = measure == null ? List.of() : List.copyOf(measure);
    leaveOut = leaveOut == null ? List.of() : List.copyOf(leaveOut);
    charts = charts == null ? List.of() : List.copyOf(charts);
    claims = claims == null ? List.of() : List.copyOf(claims);
    targets = targets == null ? List.of() : List.copyOf(targets);
    remarks = remarks == null ? List.of() : List.copyOf(remarks);
  }
}
