package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

final class HillClimbingPolicyTest {
  private static final Duration SAMPLE = Duration.ofMillis(200);
  private static final int FIRST = 20;

  private int workers = FIRST;
  private double completed;

  @Test
  void itRisesWhereTheThroughputFollowsTheWave() {
    assertThat(levelAfter(30, size -> 10.0 * size)).isGreaterThan(FIRST + 5);
  }

  @Test
  void itRisesByFourWorkersASecondAtMost() {
    assertThat(levelAfter(30, size -> 10.0 * size)).isLessThanOrEqualTo(FIRST + 30 * 0.2 * 4);
  }

  @Test
  void itFallsWhereWorkersChangeNothing() {
    assertThat(levelAfter(50, size -> 800)).isLessThan(FIRST - 2);
  }

  @Test
  void itFallsWithoutTasks() {
    assertThat(levelAfter(50, size -> 0)).isLessThan(FIRST - 2);
  }

  @Test
  void aLookWithinASampleChangesNothing() {
    var begun = new HillClimbingPolicy().after(sample(Duration.ZERO));
    assertThat(begun.after(sample(SAMPLE.minusNanos(1)))).isSameAs(begun);
  }

  @Test
  void theWaveIsATenthOfTheLevelInTheSecondHalfOfAPeriod() {
    var policy = new HillClimbingPolicy().after(sample(Duration.ZERO));
    assertThat(policy.decide(sample(SAMPLE)).target()).isEqualTo(20);
    assertThat(policy.decide(sample(SAMPLE.multipliedBy(2))).target()).isEqualTo(22);
    assertThat(policy.decide(sample(SAMPLE.multipliedBy(3))).target()).isEqualTo(22);
    assertThat(policy.decide(sample(SAMPLE.multipliedBy(4))).target()).isEqualTo(20);
  }

  @Test
  void workersAboveTheWaveLeaveAlthoughTasksWait() {
    var policy = new HillClimbingPolicy().after(sample(Duration.ZERO));
    workers = 22;
    assertThat(policy.decide(sample(SAMPLE)).cause()).isEqualTo(Cause.BOTTLENECK);
  }

  /** The number of workers without the wave, after so many samples of such a throughput. */
  private double levelAfter(int samples, IntToDoubleFunction perSecond) {
    var policy = new HillClimbingPolicy().after(sample(Duration.ZERO));
    for (int i = 0; i < samples; i++) {
      workers = policy.decide(sample(SAMPLE.multipliedBy(i))).target();
      completed += perSecond.applyAsDouble(workers) * SAMPLE.toMillis() / 1e3;
      policy = policy.after(sample(SAMPLE.multipliedBy(i + 1)));
    }
    return policy.level();
  }

  private PoolSample sample(Duration uptime) {
    return Samples.backlog(workers, 100).at(uptime).completed((long) completed).sample();
  }
}
