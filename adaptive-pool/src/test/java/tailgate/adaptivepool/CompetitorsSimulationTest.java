package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.adaptivepool.policy.HillClimbingPolicy;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.LibertyPolicy;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.adaptivepool.policy.SimulatedPolicies;

/** The table of docs/littles-law.md: our policies beside ports of others, under the same loads. */
@Tag("slow")
final class CompetitorsSimulationTest {
  private static final int CORES = 2;
  private static final Duration SLOW = Duration.ofMillis(50);
  private static final Duration LITTLE = Duration.ofNanos(100_000);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration END = Duration.ofSeconds(20);

  static Stream<Arguments> policies() {
    return Stream.of(
        Arguments.of("littles-law", new LittlesLawPolicy(), 8, 8, 64),
        Arguments.of("without trials", SimulatedPolicies.withoutTrials(), 256, 256, 64),
        Arguments.of("ladder", new LadderPolicy(), 256, 256, 64),
        Arguments.of(".NET's hill climbing", new HillClimbingPolicy(), 8, 16, 10),
        Arguments.of("Liberty's controller", new LibertyPolicy(), 8, 10, 8));
  }

  @ParameterizedTest(name = "{0}: {2} to {3} workers for four connections, {4} for a burst")
  @MethodSource("policies")
  void needsForFourConnectionsAndHasInABurst(
      String name, ScalingPolicy policy, int fewest, int most, int burst) {
    Load users = Load.atOnce(500, SLOW, Duration.ofMillis(5), LITTLE);
    var bottleneck = new PoolSimulation(policy, 8, 256, CORES, CORES, users).withSlots(4).closed();
    assertThat(bottleneck.runUntil(END).size()).isBetween(fewest, most);
    var arrivals = Load.atOnce(200, SECOND, SLOW, LITTLE);
    var pool = new PoolSimulation(policy, 8, 64, CORES, CORES, arrivals);
    assertThat(pool.runUntil(SECOND.plusMillis(30)).size()).isBetween(burst == 64 ? 64 : 8, burst);
  }
}
