package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

final class HillClimbingPolicyTest {
  private static final Duration SAMPLE = Duration.ofMillis(200);
  private static final int FIRST = 20;

  private Duration looks = SAMPLE;
  private int most = 999;
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
  void itRisesAlsoIfLooksDoNotComeWhenASampleEnds() {
    looks = Duration.ofNanos(8_100_000);
    double rarely = levelAfter(150, size -> 10.0 * size);
    assertThat(rarely).isGreaterThan(FIRST + 40);
  }

  @Test
  void atTheMaximumThereIsRoomForTheWave() {
    most = FIRST + 10;
    assertThat(levelAfter(100, size -> 10.0 * size)).isBetween(FIRST + 6.0, FIRST + 8.0);
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
    List<Integer> targets = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      targets.add(policy.decide(sample(Duration.ZERO)).target());
      policy = policy.after(sample(SAMPLE.multipliedBy(i)));
    }
    assertThat(targets).containsExactly(20, 20, 22, 22, 20);
  }

  @Test
  void workersAboveTheWaveLeaveAlthoughTasksWait() {
    var policy = new HillClimbingPolicy().after(sample(Duration.ZERO));
    workers = 22;
    assertThat(policy.decide(sample(SAMPLE)).cause()).isEqualTo(Cause.TRIAL);
  }

  /** The number of workers without the wave, after so many samples of such a throughput. */
  private double levelAfter(int samples, IntToDoubleFunction perSecond) {
    var policy = new HillClimbingPolicy().after(sample(Duration.ZERO));
    Duration end = SAMPLE.multipliedBy(samples);
    for (Duration time = looks; time.compareTo(end) <= 0; time = time.plus(looks)) {
      workers = policy.decide(sample(time)).target();
      completed += perSecond.applyAsDouble(workers) * looks.toNanos() / 1e9;
      policy = policy.after(sample(time));
    }
    return policy.level();
  }

  private PoolSample sample(Duration uptime) {
    return Samples.backlog(workers, 100).at(uptime).most(most).completed((long) completed).sample();
  }
}
