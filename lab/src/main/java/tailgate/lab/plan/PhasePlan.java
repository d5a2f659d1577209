package tailgate.lab.plan;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a load at one rate, or a group of phases that is repeated.
 *
 * @param name the name by which claims and columns select the phase; phases of the same name are
 *     added up
 * @param at the rate; missing for a pause
 * @param time the length of the phase
 * @param withRetries the length, at least, if clients of any arm ask again, because they can keep
 *     an overload going
 * @param uncounted whether no figure includes the phase
 * @param drain whether no request is sent until the queue that the phases before have left can be
 *     empty
 * @param repeat how often {@code phases} are run
 * @param each a list of rates: {@code phases} are run for each of them, with the rate in the place
 *     of {@code {each}}
 * @param except the rates of {@code each} that are left out, because other phases have them
 * @param phases the phases of the group
 */
public record PhasePlan(
    @Nullable String name,
    @Nullable String at,
    @Nullable Duration time,
    @Nullable Duration withRetries,
    boolean uncounted,
    boolean drain,
    @Nullable Integer repeat,
    List<String> each,
    List<String> except,
    List<PhasePlan> phases) {

  public PhasePlan {
    each = each == null ? List.of() : List.copyOf(each);
    except = except == null ? List.of() : List.copyOf(except);
    phases = phases == null ? List.of() : List.copyOf(phases);
  }
}
