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

  private int workers = FIRST;
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
  void aLookWithinACycleChangesNothing() {
    var policy = new LibertyPolicy();
    assertThat(policy.after(sample(CYCLE.minusNanos(1), 100))).isSameAs(policy);
  }

  @Test
  void surplusWorkersLeaveAlthoughTasksWait() {
    workers = 10;
    var policy = new LibertyPolicy(new LibertyPolicy().throughput(), CYCLE, 0, FIRST);
    assertThat(policy.decide(sample(CYCLE, 100)))
        .isEqualTo(new Decision(FIRST, Cause.BOTTLENECK, "cycle of 1.5 s"));
  }

  private int sizeAfter(int cycles, int queued, IntToDoubleFunction perSecond) {
    var policy = new LibertyPolicy();
    for (int i = 1; i <= cycles; i++) {
      completed += perSecond.applyAsDouble(workers) * CYCLE.toMillis() / 1e3;
      PoolSample sample = sample(CYCLE.multipliedBy(i), queued);
      policy = policy.after(sample);
      workers = policy.decide(sample).target();
    }
    return workers;
  }

  private PoolSample sample(Duration uptime, int queued) {
    return Samples.backlog(workers, queued).at(uptime).completed((long) completed).sample();
  }
}
