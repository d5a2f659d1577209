package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

final class LibertyPolicyTest {
  private static final Duration CYCLE = Duration.ofMillis(1500);
  private static final int FIRST = 8;

  /** Of the samples. */
  private static final int CORES = 2;

  private LibertyPolicy climbing = new LibertyPolicy();
  private int workers = FIRST;
  private int cycles;
  private double completed;

  @Test
  void itGrowsByTheNumberOfCoresInACycle() {
    assertThat(sizeAfter(5, 100, size -> 10.0 * size)).isEqualTo(FIRST + 5 * CORES);
  }

  @Test
  void itStaysWhereNothingWaits() {
    assertThat(sizeAfter(1, 0, size -> 10.0 * size)).isEqualTo(FIRST);
  }

  @Test
  void itReturnsFromASizeThatDidNotHelp() {
    assertThat(sizeAfter(2, 100, size -> 800)).isEqualTo(FIRST);
  }

  @Test
  void itGoesOnWhereEachWorkerHelps() {
    assertThat(sizeAfter(40, 100, size -> 10.0 * size)).isGreaterThan(4 * 20 * CORES);
  }

  @Test
  void itStopsWhereTheNextWorkersHelpLessThanHalf() {
    assertThat(sizeAfter(60, 100, size -> 10.0 * Math.min(size, 50))).isBetween(45, 60);
  }

  @Test
  void aCalmTimeIsNotTheThroughputOfItsSize() {
    IntToDoubleFunction perSecond = size -> 10.0 * size;
    int before = sizeAfter(10, 100, perSecond);
    sizeAfter(10, 0, size -> 1);
    assertThat(sizeAfter(20, 100, perSecond)).isGreaterThan(before + 10);
  }

  @Test
  void aCycleThatWasCalmAtFirstIsNotTheThroughputOfItsSize() {
    IntToDoubleFunction perSecond = size -> 10.0 * size;
    int before = sizeAfter(10, 100, perSecond);
    sizeAfter(1, 0, size -> 1);
    sizeAfter(1, 100, size -> size); // tasks came in its last tenth
    assertThat(sizeAfter(20, 100, perSecond)).isGreaterThan(before + 10);
  }

  @Test
  void aLookWithinACycleChangesNothing() {
    var policy = new LibertyPolicy();
    assertThat(policy.after(sample(CYCLE.minusNanos(1), 100))).isSameAs(policy);
  }

  @Test
  void surplusWorkersLeaveAlthoughTasksWait() {
    workers = 10;
    var policy = new LibertyPolicy(new LibertyPolicy().throughput(), CYCLE, 0, false, FIRST);
    assertThat(policy.decide(sample(CYCLE, 100)))
        .isEqualTo(new Decision(FIRST, Cause.TRIAL, "cycle of 1.5 s"));
  }

  /** The workers after so many more cycles. */
  private int sizeAfter(int more, int queued, IntToDoubleFunction perSecond) {
    for (int i = 0; i < more; i++) {
      cycles++;
      completed += perSecond.applyAsDouble(workers) * CYCLE.toMillis() / 1e3;
      PoolSample sample = sample(CYCLE.multipliedBy(cycles), queued);
      climbing = climbing.after(sample);
      workers = climbing.decide(sample).target();
    }
    return workers;
  }

  private PoolSample sample(Duration uptime, int queued) {
    return Samples.backlog(workers, queued).at(uptime).completed((long) completed).sample();
  }
}
