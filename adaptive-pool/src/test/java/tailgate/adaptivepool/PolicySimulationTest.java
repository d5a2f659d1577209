package tailgate.adaptivepool;

import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.ModelDepth;

/** What the policies do under loads that are the same with every run, from 8 to 64 workers. */
@Tag("slow")
final class PolicySimulationTest {
  private static final int CORES = 2;
  private static final Duration CALM_FROM = Duration.ofMillis(1050);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  /** The little that even a task that waits has to compute. */
  private static final Duration LITTLE = Duration.ofNanos(100_000);

  private final ScalingPolicy littlesLaw = new LittlesLawPolicy();
  private final ScalingPolicy ladder = new LadderPolicy();

  @Test
  void aBurstOfWaitingTasksIsMetAtOnceAndInOneDecision() {
    var pool = simulate(littlesLaw, Load.atOnce(100, CALM_FROM, millis(50), LITTLE));
    pool.runUntil(CALM_FROM.plusMillis(20));
    assertThat(pool.size()).isEqualTo(64);
    assertThat(pool.changes()).hasSize(1);
    assertThat(pool.changes().getFirst().resize().cause()).isEqualTo(Cause.BACKLOG);
  }

  @Test
  void noTaskOfASteepStepWaitsLongForItsWorker() {
    var quiet = Load.poisson(20, ZERO, CALM_FROM, millis(50), LITTLE);
    var step = Load.poisson(1000, CALM_FROM, CALM_FROM.plusSeconds(5), millis(50), LITTLE);
    var pool = simulate(littlesLaw, quiet.and(step)).runUntil(CALM_FROM.plusSeconds(6));
    assertThat(percentile(pool, 99.9)).isLessThan(millis(60));
  }

  @Test
  void afterABurstThePoolIsBackAtItsMinimumWithinTwoSpansAndWhatRetirementTakes() {
    var pool = simulate(littlesLaw, Load.atOnce(100, CALM_FROM, millis(50), LITTLE));
    pool.runUntil(CALM_FROM.plusSeconds(30 + 3));
    assertThat(pool.size()).isEqualTo(8);
    int then = pool.changes().size();
    pool.runUntil(TEN_MINUTES);
    assertThat(pool.changes()).hasSize(then);
  }

  @Test
  void aSecondBurstSoonAfterFindsTheWorkersOfTheFirst() {
    var load =
        Load.atOnce(64, CALM_FROM, millis(50), LITTLE)
            .and(Load.atOnce(64, CALM_FROM.plusSeconds(14), millis(50), LITTLE));
    var pool = simulate(littlesLaw, load).runUntil(CALM_FROM.plusSeconds(15));
    assertThat(pool.changes()).hasSize(1);
  }

  @Test
  void theLadderAddsWorkersToASaturatedProcessorAndMakesItWorse() {
    var burst = Load.atOnce(100, CALM_FROM, ZERO, millis(2));
    var climbing = simulate(ladder, burst).runUntil(MINUTE);
    var holding = simulate(littlesLaw, burst).runUntil(MINUTE);
    assertThat(mostWorkers(climbing)).isEqualTo(64);
    assertThat(holding.changes()).isEmpty();
    assertThat(mean(climbing)).isGreaterThan(mean(holding).multipliedBy(13).dividedBy(10));
  }

  @Test
  void theLadderWorsensTheTailOfABusyProcessor() {
    var load = Load.poisson(900, ZERO, MINUTE, ZERO, millis(2)); // nine tenths of two cores
    var climbing = simulate(ladder, load).runUntil(MINUTE);
    var holding = simulate(littlesLaw, load).runUntil(MINUTE);
    assertThat(climbing.changes().size()).isGreaterThan(10);
    assertThat(holding.changes()).isEmpty();
    assertThat(percentile(climbing, 99))
        .isGreaterThan(percentile(holding, 99).multipliedBy(5).dividedBy(4));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void addsNoWorkerWhereTheProcessorIsWhatIsMissing(String name, double available, Load load) {
    var pool = new PoolSimulation(littlesLaw, 8, 64, CORES, available, load).runUntil(MINUTE);
    assertThat(pool.changes()).isEmpty();
  }

  static Stream<Arguments> addsNoWorkerWhereTheProcessorIsWhatIsMissing() {
    Duration tenSeconds = Duration.ofSeconds(10);
    return Stream.of(
        Arguments.of(
            "half again too much", CORES, Load.poisson(1500, ZERO, tenSeconds, ZERO, millis(2))),
        Arguments.of(
            "a hypervisor that steals half",
            CORES / 2.0,
            Load.poisson(600, ZERO, tenSeconds, ZERO, millis(2))),
        Arguments.of(
            "tasks of 0.1 ms", CORES, Load.poisson(19_000, ZERO, tenSeconds, ZERO, LITTLE)),
        Arguments.of(
            "a thousand tasks of 0.1 ms", CORES, Load.atOnce(1000, CALM_FROM, ZERO, LITTLE)));
  }

  @Test
  void tasksThatWaitAndComputeGetTheWorkersThatKeepTheCoresBusy() {
    // 2 ms of 10: ten workers keep two cores busy, some more make up for chance.
    var load = Load.poisson(1200, ZERO, Duration.ofSeconds(20), millis(8), millis(2));
    var pool = simulate(littlesLaw, load).runUntil(Duration.ofSeconds(20));
    assertThat(pool.size()).isBetween(10, 20);
    assertThat(pool.changes()).hasSizeLessThan(4);
  }

  @Test
  void tasksThatWaitInTheKernelGetThemTooWhereTheSystemTellsWhoWaitsForAProcessor() {
    var load = Load.poisson(1200, ZERO, Duration.ofSeconds(20), millis(8), millis(2));
    var told = simulate(littlesLaw, load).waitingInTheKernel().withRunQueue();
    assertThat(told.runUntil(Duration.ofSeconds(20)).size()).isBetween(10, 20);
    var untold = simulate(littlesLaw, load).waitingInTheKernel();
    assertThat(untold.runUntil(Duration.ofSeconds(20)).size()).as("else").isEqualTo(8);
  }

  @Test
  void tasksThatGetAFifthOfTheProcessorsGetNoWorkersWhereTheSystemTells() {
    var load = Load.poisson(1500, ZERO, Duration.ofSeconds(10), ZERO, millis(2));
    double available = CORES / 5.0;
    var told = new PoolSimulation(littlesLaw, 8, 64, CORES, available, load).withRunQueue();
    assertThat(mostWorkers(told.runUntil(MINUTE))).as("one, before it tells").isEqualTo(9);
    var untold = new PoolSimulation(littlesLaw, 8, 64, CORES, available, load);
    assertThat(mostWorkers(untold.runUntil(MINUTE))).as("else").isGreaterThan(9);
  }

  @Test
  void workersThatTurnOutUselessAreTakenBack() {
    Duration change = Duration.ofSeconds(5);
    var load =
        Load.poisson(1000, ZERO, change, millis(50), LITTLE)
            .and(Load.poisson(900, change, MINUTE, ZERO, millis(2)));
    var pool = simulate(littlesLaw, load).runUntil(change);
    assertThat(pool.size()).isBetween(60, 64); // 50 in the works and headroom
    assertThat(pool.runUntil(change.plusSeconds(40)).size()).isLessThanOrEqualTo(16);
  }

  @ParameterizedTest(name = "{0} tasks a second of {1}")
  @MethodSource("steadyLoads")
  void underASteadyLoadThereIsAtMostOneResizeInTenSeconds(double perSecond, Duration wait) {
    int seconds = ModelDepth.of(9 * 60);
    Duration end = MINUTE.plusSeconds(seconds);
    var load = Load.poisson(perSecond, ZERO, end, wait, LITTLE);
    var pool = simulate(littlesLaw, load).runUntil(MINUTE);
    int settled = pool.changes().size();
    pool.runUntil(end);
    assertThat(pool.changes().size() - settled).isLessThanOrEqualTo(seconds / 10);
    assertThat(percentile(pool, 99)).isLessThan(wait.plusMillis(5));
  }

  static Stream<Arguments> steadyLoads() {
    return Stream.of(
        Arguments.of(100, millis(50)),
        Arguments.of(150, millis(50)),
        Arguments.of(400, millis(50)),
        Arguments.of(800, millis(50)),
        Arguments.of(1000, millis(10)),
        Arguments.of(3000, millis(2)),
        Arguments.of(2, millis(10_000)));
  }

  @Test
  void quickTasksBesideLongOnesMoveNothing() {
    // Of those that have ended in the last interval none was long, so λ·W knows only the quick.
    var load =
        Load.atOnce(40, CALM_FROM, Duration.ofHours(1), LITTLE)
            .and(Load.poisson(100, ZERO, TEN_MINUTES, millis(2), LITTLE));
    var pool = simulate(littlesLaw, load).runUntil(MINUTE);
    int settled = pool.changes().size();
    assertThat(pool.runUntil(TEN_MINUTES).changes().size() - settled).isZero();
  }

  @Test
  void underASteadyLoadItLooksSeldomHoweverOftenItIsCalled() {
    Duration end = Duration.ofSeconds(10);
    var load = Load.poisson(15_000, ZERO, end, ZERO, LITTLE); // three quarters of two cores
    var pool = simulate(littlesLaw, load).runUntil(end);
    assertThat(pool.looks()).isLessThanOrEqualTo(10 * 130);
  }

  @Test
  void aBurstIsMetSoonEvenWhileTheMonitorIsCalledAllTheTime() {
    // A steady 450 a second of 20 ms are about 9 in the works: with 8 to begin with it is called a
    // lot.
    var load =
        Load.poisson(450, ZERO, MINUTE, millis(20), LITTLE)
            .and(Load.atOnce(200, Duration.ofSeconds(30), millis(50), LITTLE));
    var pool = simulate(littlesLaw, load).runUntil(Duration.ofSeconds(30).plusMillis(20));
    assertThat(pool.size()).isEqualTo(64);
  }

  @Test
  void neverFewerThanTheMinimumNorMoreThanTheMaximum() {
    var load =
        Load.poisson(5000, ZERO, Duration.ofSeconds(2), millis(50), LITTLE)
            .and(Load.poisson(2000, Duration.ofSeconds(40), MINUTE, ZERO, millis(2)));
    for (ScalingPolicy policy : List.of(littlesLaw, ladder)) {
      var pool = simulate(policy, load);
      for (Duration now = ZERO; now.compareTo(TEN_MINUTES) < 0; now = now.plusSeconds(1)) {
        assertThat(pool.runUntil(now).size()).isBetween(8, 64);
      }
      assertThat(pool.changes()).extracting(change -> change.resize().to()).contains(8, 64);
      assertThat(pool.latencies()).hasSize(load.tasks().size());
    }
  }

  private static PoolSimulation simulate(ScalingPolicy policy, Load load) {
    return new PoolSimulation(policy, 8, 64, CORES, CORES, load);
  }

  private static int mostWorkers(PoolSimulation pool) {
    return pool.changes().stream().mapToInt(change -> change.resize().to()).max().orElse(8);
  }

  private static Duration mean(PoolSimulation pool) {
    double nanos = pool.latencies().stream().mapToLong(Long::longValue).average().orElseThrow();
    return Duration.ofNanos((long) nanos);
  }

  private static Duration percentile(PoolSimulation pool, double percent) {
    long[] sorted = pool.latencies().stream().mapToLong(Long::longValue).sorted().toArray();
    return Duration.ofNanos(sorted[(int) (sorted.length * percent / 100)]);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
