package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A set of arms: all combinations of the values of its axes, as in the matrix of a GitHub workflow.
 *
 * @param name the name of each arm, in which {@code {stage}} is replaced by the value of that axis,
 *     and {@code {again}} by {@code " (A/A)"} in the second of two equal arms; without {@code
 *     {again}}, that is appended
 * @param part the value of the setting {@code part}, by which claims select the arms of this set
 * @param axes the axes by their names
 * @param with the settings that all arms of the set have in common
 * @param only an arm takes part if it matches one of these selections; empty for every arm
 * @param except an arm that matches one of these selections does not take part
 * @param flag the flag of the command line without which the set does not take part; missing for a
 *     set that always does
 * @param mostDifferences the number of axes in which an arm may differ from the base; missing for
 *     any number
 * @param sameServer the axes whose values are tried at one server; otherwise each arm starts a
 *     server of its own
 * @param base the values that turn an arm into the one that it is compared with, in a column of the
 *     table
 * @param twin selects the arms that are made twice in each block (A/A), which shows what no
 *     difference looks like
 * @param twinEach the axes for each combination of which one of these arms is made twice; missing
 *     for all of these arms
 * @param blocks the number of blocks in which the arms take part, the first ones; missing for all
 * @param usual the values of an axis that take part if the command line selects none
 */
public record ArmSet(
    @JsonProperty(required = true) String name,
    @Nullable String part,
    @JsonProperty(required = true) Map<String, Axis> axes,
    @Nullable Variation with,
    List<Map<String, List<String>>> only,
    List<Map<String, List<String>>> except,
    @Nullable String flag,
    @Nullable Integer mostDifferences,
    List<String> sameServer,
    @Nullable Map<String, String> base,
    @Nullable Map<String, List<String>> twin,
    @Nullable List<String> twinEach,
    @Nullable Integer blocks,
    Map<String, List<String>> usual) {

  public ArmSet {
    only = only == null ? List.of() : List.copyOf(only);
    except = except == null ? List.of() : List.copyOf(except);
    sameServer = sameServer == null ? List.of() : List.copyOf(sameServer);
    usual = usual == null ? Map.of() : Map.copyOf(usual);
  }
}
