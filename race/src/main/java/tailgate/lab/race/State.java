package tailgate.lab.race;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds what changes seldom: settings, lanes and limits.
 *
 * @param phase {@code starting} until all servers have answered, then {@code running}
 */
record State(String phase, RaceSettings settings, List<LaneNow> lanes, Now limits) {

  State {
    lanes = List.copyOf(lanes);
  }

  /** The state of one lane. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record LaneNow(
      String stage,
      String state,
      @Nullable String reason,
      @Nullable Integer port,
      @Nullable Long pid) {

    static LaneNow of(Lane lane) {
      LaneState state = lane.state();
      return new LaneNow(lane.stage(), state.name(), state.reason(), state.port(), state.pid());
    }
  }

  /**
   * The limits that hold with the present settings.
   *
   * @param machine the requests a second of all lanes together that leave 40 % of its processors;
   *     null if not known
   * @param suggestedRate the requests a second for each lane; null likewise
   */
  record Now(@Nullable Double machine, @Nullable Double suggestedRate) {

    static Now of(@Nullable MachineLimits limits, RaceSettings settings) {
      return limits == null
          ? new Now(null, null)
          : new Now((double) Math.round(limits.machine(settings)), limits.suggested(settings));
    }
  }
}
