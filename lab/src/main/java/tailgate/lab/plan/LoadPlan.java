package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.lab.project.Project;

/**
 * The load of all arms.
 *
 * <p>A load is open if it has a rate, of its own or in its phases: each request is due at its time,
 * whatever happened to those before. It is counted if it has a number of requests. Otherwise it is
 * closed: each user sends the next request as soon as it has received its answer.
 *
 * @param engine the load generator; missing for Hyperfoil
 * @param path the path of the requests, unless an arm has its own
 * @param users the users of a closed load, or the most requests in flight of an open one
 * @param at the rate of an open load without phases
 * @param requests the requests of each test of a counted load
 * @param tests the number of tests of a counted load, one after the other at one server
 * @param over the time in which the users of JMeter arrive
 * @param connections whether connections are kept; missing for yes
 * @param arrivals how the requests of an open load are spread; missing for Poisson
 * @param giveUp the time after which a request without an answer has failed
 * @param leastTime the time that a request of a closed load takes at least, if it is known: it
 *     bounds the rate of the generator
 * @param warmUp the time for which the generator runs before each measurement
 * @param time the time that is measured
 * @param capacity how the capacity is measured of which rates can be multiples
 * @param phases the phases, instead of {@code warmUp} and {@code time}
 * @param main the phase whose latencies are those of the run; missing for all counted phases
 * @param together stretches of phases by their names: a doubt about one phase is a doubt about its
 *     whole stretch
 */
public record LoadPlan(
    @Nullable Engine engine,
    @Nullable String path,
    @Nullable Count users,
    @Nullable Rate at,
    @Nullable Long requests,
    @Nullable Integer tests,
    @Nullable Duration over,
    Variation.@Nullable Connections connections,
    @Nullable Spacing arrivals,
    @Nullable Duration giveUp,
    @Nullable Duration leastTime,
    @Nullable Duration warmUp,
    @Nullable Duration time,
    @Nullable CapacityPlan capacity,
    List<PhasePlan> phases,
    @Nullable String main,
    Map<String, List<String>> together) {

  /** A load generator. */
  public enum Engine {
    HYPERFOIL,
    JMETER
  }

  /** The distribution of the times between requests of an open load. */
  public enum Spacing {
    POISSON,
    UNIFORM
  }

  /**
   * A closed load of a few users, which measures how many requests a server can answer.
   *
   * @param of the server that is measured; missing for that of the arm
   * @param usersPerWorker the users for each request that the server handles at the same time
   * @param workersBy the options of a stage that give the number of such requests; the first that
   *     is present counts
   * @param workers the number of such requests for a stage without such an option
   * @param time the time of the load, of which the second half is counted
   */
  public record CapacityPlan(
      @Nullable Asked of,
      @JsonProperty(required = true) double usersPerWorker,
      List<String> workersBy,
      @JsonProperty(required = true) int workers,
      @JsonProperty(required = true) Duration time) {

    /** The server whose capacity is measured. */
    public enum Asked {
      SERVER,
      BACK_END
    }

    public CapacityPlan {
      workersBy = workersBy == null ? List.of() : List.copyOf(workersBy);
    }
  }

  /** Returns the path of the requests of all arms that have none of their own. */
  public String usualPath() {
    return path == null ? Project.DATA : path;
  }

  public LoadPlan {
    phases = phases == null ? List.of() : List.copyOf(phases);
    together = together == null ? Map.of() : Map.copyOf(together);
  }
}
