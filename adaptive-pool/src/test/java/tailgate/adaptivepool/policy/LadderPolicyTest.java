package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.adaptivepool.policy.Ladder.Rung;

final class LadderPolicyTest {
  private final LadderPolicy policy = new LadderPolicy();

  @ParameterizedTest
  @CsvSource({
    "  50, 150, queue 5.0 % full: x1.5",
    " 149, 150, queue 14.9 % full: x1.5",
    " 150, 200, queue 15.0 % full: x2.0",
    " 299, 200, queue 29.9 % full: x2.0",
    " 300, 400, queue 30.0 % full: x4.0",
    "1000, 400, queue 100.0 % full: x4.0"
  })
  void theQueuesDepthScalesUp(int queued, int target, String reason) {
    assertThat(decide(100, 0, queued, 0))
        .isEqualTo(new Decision(target, Cause.QUEUE_DEPTH, reason));
  }

  @ParameterizedTest
  @CsvSource({
    " 4999, 100, steady",
    " 5000, 150, average latency 5.0 ms: x1.5",
    "19999, 150, average latency 20.0 ms: x1.5",
    "20000, 200, average latency 20.0 ms: x2.0",
    "49999, 200, average latency 50.0 ms: x2.0",
    "50000, 400, average latency 50.0 ms: x4.0"
  })
  void averageLatencyScalesUp(int micros, int target, String reason) {
    Cause cause = target > 100 ? Cause.LATENCY : Cause.STEADY;
    assertThat(decide(100, 0, 0, micros)).isEqualTo(new Decision(target, cause, reason));
  }

  @Test
  void theReasonIsWrittenAlikeInAllCountries() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(decide(100, 0, 50, 0).reason()).isEqualTo("queue 5.0 % full: x1.5");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void latencyIncludesTheWaitInTheQueue() {
    var sample =
        Samples.of(new PoolCounts(10, 0, 0, 0))
            .flow(50, Duration.ofMillis(49), Duration.ofMillis(1))
            .sample();
    assertThat(policy.decide(sample).target()).isEqualTo(40);
  }

  @Test
  void theHigherDialWins() {
    assertThat(decide(10, 0, 300, 5_000).reason()).startsWith("queue");
    assertThat(decide(10, 0, 50, 50_000).reason()).startsWith("average latency");
  }

  @Test
  void allBusyAndAnythingQueuedScalesUpWhateverTheDialsSay() {
    assertThat(decide(8, 0, 1, 0))
        .isEqualTo(new Decision(12, Cause.ALL_BUSY, "all busy, 1 queued: x1.5"));
    assertThat(decide(1, 0, 1, 0).target()).isEqualTo(2);
  }

  @Test
  void anIdleWorkerForEveryQueuedTaskIsEnough() {
    assertThat(decide(8, 2, 2, 0).reason()).isEqualTo("steady");
    assertThat(decide(8, 2, 3, 0).reason()).isEqualTo("all busy, 3 queued: x1.5");
  }

  @ParameterizedTest
  @CsvSource({"12, 6, 8", "3, 2, 2", "2, 1, 1", "1, 1, 0"})
  void scalesDownWhenHalfAreIdle(int workers, int idle, int target) {
    assertThat(decide(workers, idle, 0, 0)).isEqualTo(new Decision(target, Cause.CALM, "calm"));
  }

  @Test
  void holdsBetweenHalfAndAllBusy() {
    assertThat(decide(12, 5, 0, 0)).isEqualTo(new Decision(12, Cause.STEADY, "steady"));
    assertThat(decide(12, 0, 0, 0)).isEqualTo(new Decision(12, Cause.STEADY, "steady"));
  }

  @Test
  void retiringWorkersDoNotCount() {
    var sample = sample(new PoolCounts(12, 0, 4, 1), Duration.ZERO);
    assertThat(policy.decide(sample).target()).isEqualTo(12);
  }

  @Test
  void refusesThresholdsOutOfRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Rung(0, 2))
        .withMessage("threshold must be above 0, not 0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Rung(Double.NaN, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Rung(5, 1))
        .withMessage("factor must be above 1, not 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Ladder(List.of()))
        .withMessage("a ladder must have a rung");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Ladder(List.of(new Rung(5, 2), new Rung(5, 3))))
        .withMessageStartingWith("rungs must rise, not Rung[threshold=5.0, factor=2.0], Rung");
    Ladder millis = policy.latency();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LadderPolicy(millis, millis))
        .withMessage("a depth threshold must be at most 1, not 50.0");
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesAMissingDialByName() {
    assertThatNullPointerException()
        .isThrownBy(() -> new LadderPolicy(null, policy.latency()))
        .withMessage("depth");
    assertThatNullPointerException()
        .isThrownBy(() -> new LadderPolicy(policy.depth(), null))
        .withMessage("latency");
    assertThatNullPointerException().isThrownBy(() -> new Ladder(null)).withMessage("rungs");
  }

  private Decision decide(int workers, int idle, int queued, int latencyMicros) {
    return policy.decide(
        sample(new PoolCounts(workers, idle, 0, queued), Duration.ofNanos(latencyMicros * 1000L)));
  }

  private static PoolSample sample(PoolCounts counts, Duration service) {
    return Samples.of(counts).flow(50, Duration.ZERO, service).sample();
  }
}
