package tailgate.adaptivepool;

import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.adaptivepool.policy.SimulatedPolicies;

/**
 * What the default policy does where something behind the handler is the bottleneck, and where it
 * only looks like that. The handler is that of docs/examples/FourConnections.java: it waits for one
 * of four connections, 5 ms for its answer, and computes a little. So it can do 800 tasks a second
 * with any number of workers from four.
 */
@Tag("slow")
final class BottleneckSimulationTest {
  private static final int CORES = 2;
  private static final int CONNECTIONS = 4;
  private static final Duration QUERY = Duration.ofMillis(5);
  private static final Duration SLOW = Duration.ofMillis(50);
  private static final Duration LITTLE = Duration.ofNanos(100_000);
  private static final Duration SETTLED = Duration.ofSeconds(5);
  private static final Duration END = Duration.ofSeconds(20);

  private final ScalingPolicy policy = new LittlesLawPolicy();
  private final ScalingPolicy withoutTrials = SimulatedPolicies.withoutTrials();

  @ParameterizedTest(name = "{0}, from {1} to {2} workers")
  @MethodSource
  void fourConnectionsGetAtMostSixteenWorkersAndNothingIsLost(
      String name, int min, int max, Load load, boolean closed) {
    var pool = fourConnections(policy, min, max, load, closed).runUntil(END);
    var before = fourConnections(withoutTrials, min, max, load, closed).runUntil(END);
    assertThat(mostSince(SETTLED, pool)).isLessThanOrEqualTo(16);
    assertThat(before.size()).as("what it would have been").isGreaterThanOrEqualTo(64);
    assertThat(pool.latencies().size()).isGreaterThan(before.latencies().size() * 98 / 100);
  }

  static Stream<Arguments> fourConnectionsGetAtMostSixteenWorkersAndNothingIsLost() {
    Load users = Load.atOnce(500, SLOW, QUERY, LITTLE);
    // What a server does around a query: four workers do nine tenths of what five do.
    Load handled = Load.atOnce(500, SLOW, QUERY, LITTLE.multipliedBy(5));
    Load twice = Load.poisson(1600, ZERO, END, QUERY, LITTLE);
    return Stream.of(
        Arguments.of("500 users", 8, 256, users, true),
        Arguments.of("500 users", 1, 64, users, true),
        Arguments.of("500 users, more handling", 1, 64, handled, true),
        Arguments.of("200 users, fewer than workers", 8, 256, fewer(users), true),
        Arguments.of("twice the capacity", 8, 256, twice, false),
        Arguments.of("twice the capacity", 1, 256, twice, false));
  }

  @Test
  void theWorkersOfALongOverloadChangeOnlyToProbe() {
    var pool = fourConnections(policy, 8, 256, Load.atOnce(500, SLOW, QUERY, LITTLE), true);
    pool.runUntil(SETTLED);
    int settled = pool.changes().size();
    pool.runUntil(Duration.ofMinutes(5));
    // After 15, 30, 60 and 120 s: twice the workers, and an eighth after the other back.
    assertThat(pool.changes().size() - settled).isLessThanOrEqualTo(4 * (1 + 8));
    assertThat(pool.size()).isEqualTo(8);
  }

  @Test
  void closeBelowTheCapacityNothingIsSuspicious() {
    var load = Load.poisson(720, ZERO, END, QUERY, LITTLE);
    var pool = fourConnections(policy, 8, 256, load, false).runUntil(END);
    assertThat(pool.size()).as("a known weakness").isBetween(20, 64);
  }

  @Test
  void whereEachWorkerRaisesTheThroughputThePoolStaysAtItsMaximum() {
    Load users = Load.atOnce(500, SLOW, SLOW, LITTLE);
    var pool = new PoolSimulation(policy, 8, 64, CORES, CORES, users).closed().runUntil(END);
    var before =
        new PoolSimulation(withoutTrials, 8, 64, CORES, CORES, users).closed().runUntil(END);
    assertThat(pool.size()).isEqualTo(64);
    assertThat(pool.latencies().size()).isGreaterThan(before.latencies().size() * 99 / 100);
  }

  @Test
  void slowTasksAfterQuickOnesGetTheirWorkersBack() {
    Duration change = Duration.ofSeconds(10);
    var load =
        Load.poisson(800, ZERO, change, QUERY, LITTLE)
            .and(Load.poisson(800, change, END, SLOW, LITTLE));
    var pool = new PoolSimulation(policy, 8, 64, CORES, CORES, load);
    pool.runUntil(change.plusSeconds(2));
    int regained = pool.changes().size();
    assertThat(pool.runUntil(END).size()).isGreaterThanOrEqualTo(48);
    assertThat(pool.changes()).hasSize(regained);
    assertThat(pool.inside()).as("no queue is left").isLessThan(64);
  }

  @Test
  void aBurstOfOtherTasksLiftsTheLimit() {
    Duration burst = Duration.ofSeconds(10);
    var load =
        Load.poisson(1000, ZERO, burst, QUERY, LITTLE)
            .and(Load.poisson(1000, burst, END, SLOW, LITTLE));
    var pool = new PoolSimulation(policy, 8, 64, CORES, CORES, load).withSlots(CONNECTIONS);
    assertThat(pool.runUntil(burst).size()).isEqualTo(8);
    // The quick tasks that are still queued take more than a second.
    pool.withSlots(Integer.MAX_VALUE).runUntil(burst.plusSeconds(2));
    assertThat(pool.size()).isEqualTo(64);
  }

  @Test
  void moreConnectionsAreFoundByTheNextProbe() {
    var pool = fourConnections(policy, 8, 256, Load.atOnce(500, SLOW, QUERY, LITTLE), true);
    pool.runUntil(Duration.ofSeconds(10));
    assertThat(pool.size()).isEqualTo(8);
    pool.withSlots(40).runUntil(Duration.ofSeconds(30));
    int then = pool.latencies().size();
    pool.runUntil(Duration.ofSeconds(40));
    assertThat(pool.latencies().size() - then).isGreaterThan(10 * 7500); // of 8000 a second
  }

  @Test
  void theLimitIsForgottenWhenNothingHasNeededItForLong() {
    Duration overload = Duration.ofSeconds(10);
    var later = overload.plusSeconds(60);
    var load =
        Load.poisson(1000, ZERO, overload, QUERY, LITTLE)
            .and(Load.atOnce(100, later, SLOW, LITTLE));
    var pool = new PoolSimulation(policy, 8, 64, CORES, CORES, load).withSlots(CONNECTIONS);
    assertThat(pool.runUntil(later.minusMillis(1)).size()).isEqualTo(8);
    pool.withSlots(Integer.MAX_VALUE).runUntil(later.plusMillis(30));
    assertThat(pool.size()).isEqualTo(64);
  }

  /**
   * Eight workers of 10 ms that refuse what has waited for 20 ms, as CoDel does it in an overload:
   * so no backlog becomes long enough to show that workers are missing.
   */
  @ParameterizedTest
  @ValueSource(ints = {500, 600, 700, 800, 900, 1000, 1100, 1200, 1500, 2000})
  void anOverloadThatEndsDuringATrialLeavesNoLimit(int millis) {
    Duration change = Duration.ofMillis(millis);
    Duration query = Duration.ofMillis(10);
    var load =
        Load.poisson(1600, ZERO, change, query, LITTLE)
            .and(Load.poisson(400, change, SETTLED, query, LITTLE));
    var pool =
        new PoolSimulation(policy, 1, 8, CORES, CORES, load)
            .refusingAfter(Duration.ofMillis(20))
            .runUntil(SETTLED);
    long settled = change.plusMillis(200).toNanos();
    assertThat(pool.refused()).as("refused at half of the capacity").allMatch(at -> at < settled);
  }

  /**
   * The tasks of an overload take as long as those before it, so a trial could show nothing, and
   * would cost the throughput of a quarter of a second.
   */
  @Test
  void anOverloadOfTasksThatOnlyWaitCostsNoTrial() {
    Duration query = Duration.ofMillis(10);
    Duration change = Duration.ofSeconds(2);
    var load =
        Load.poisson(400, ZERO, change, query, LITTLE)
            .and(Load.poisson(1200, change, SETTLED, query, LITTLE));
    var pool = new PoolSimulation(policy, 1, 8, CORES, CORES, load);
    var before = new PoolSimulation(withoutTrials, 1, 8, CORES, CORES, load);
    pool.refusingAfter(Duration.ofMillis(20)).runUntil(SETTLED);
    before.refusingAfter(Duration.ofMillis(20)).runUntil(SETTLED);
    assertThat(pool.refused()).hasSameSizeAs(before.refused());
  }

  private static PoolSimulation fourConnections(
      ScalingPolicy policy, int min, int max, Load load, boolean closed) {
    var pool = new PoolSimulation(policy, min, max, CORES, CORES, load).withSlots(CONNECTIONS);
    return closed ? pool.closed() : pool;
  }

  private static Load fewer(Load users) {
    return new Load(users.tasks().subList(0, 200));
  }

  private static int mostSince(Duration since, PoolSimulation pool) {
    return pool.changes().stream()
        .filter(change -> change.at().compareTo(since) >= 0)
        .mapToInt(change -> Math.max(change.resize().from(), change.resize().to()))
        .max()
        .orElse(pool.size());
  }
}
