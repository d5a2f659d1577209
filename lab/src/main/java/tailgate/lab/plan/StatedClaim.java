package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A claim that was published elsewhere, or a question of our own.
 *
 * @param says the claim in words
 * @param origin the title of the section of {@code docs/origins.md} about it; missing for a
 *     question of our own
 * @param published the figures of the origin, or a note if it has none
 * @param each the axes for each combination of whose values a verdict is given
 * @param group the name of such a combination in a report
 * @param pair the axes whose values two arms must have in common to be compared
 * @param allRuns whether runs take part that answered nothing or failed often
 * @param onPageOnly whether the text of a report leaves the claim out
 * @param exploratory the runs for which the verdict is no test of the claim
 * @param conditions the comparisons, all of which must hold
 */
public record StatedClaim(
    @JsonProperty(required = true) String says,
    @Nullable String origin,
    @Nullable String published,
    List<String> each,
    @Nullable String group,
    List<String> pair,
    boolean allRuns,
    boolean onPageOnly,
    List<Exploratory> exploratory,
    @JsonProperty(required = true) List<StatedCondition> conditions) {

  public StatedClaim {
    each = each == null ? List.of() : List.copyOf(each);
    pair = pair == null ? List.of() : List.copyOf(pair);
    exploratory = exploratory == null ? List.of() : List.copyOf(exploratory);
    conditions = List.copyOf(conditions);
  }

  /**
   * Says that a claim, or a rule for it, was written when figures were known already.
   *
   * @param until the time at which that was written, as in ISO 8601: runs that began before are
   *     those figures
   * @param of selects the runs that this is about; missing for all
   * @param because what was written then, as the end of a sentence
   */
  public record Exploratory(
      @JsonProperty(required = true) String until,
      Map<String, String> of,
      @JsonProperty(required = true) String because) {

    public Exploratory {
      OffsetDateTime.parse(until); // throws if it is no time
      of = of == null ? Map.of() : of;
    }

    /** Returns whether a run that began at this time was known when the claim was written. */
    public boolean knew(long epochMillis) {
      return epochMillis < OffsetDateTime.parse(until).toInstant().toEpochMilli();
    }
  }

  /**
   * A comparison.
   *
   * @param figure the figure that is compared
   * @param of selects the arms of the comparison: by values of axes, of {@code part}, and of {@code
   *     load} for a phase. {@code 10..100} is a range that includes both ends
   * @param than selects the arms that they are compared with, block by block; missing for a level
   * @param best selects arms, the best of which takes the place of {@code than}
   * @param needs select arms without which nothing can be said of the best
   * @param optional whether the claim is judged without this condition if there are no such arms
   * @param is the bound of the figure, or of its factor; missing for a question, which has no
   *     verdict
   * @param within the latency up to which {@code {usersInTime}} counts the users, in a question
   * @param found our figures in words, with places such as {@code {of}} and {@code {percent:%.0f}}
   */
  public record StatedCondition(
      @JsonProperty(required = true) Quantity figure,
      @JsonProperty(required = true) Map<String, String> of,
      @Nullable Map<String, String> than,
      @Nullable Map<String, String> best,
      List<Map<String, String>> needs,
      boolean optional,
      @Nullable StatedBound is,
      @Nullable Duration within,
      @Nullable String found) {

    public StatedCondition {
      needs = needs == null ? List.of() : List.copyOf(needs);
    }
  }
}
