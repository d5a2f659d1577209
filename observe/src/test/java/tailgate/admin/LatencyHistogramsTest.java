package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import tailgate.metrics.RequestMetrics;

/** What the slowest requests waited for. */
final class LatencyHistogramsTest {

  private static final long MILLI = 1_000_000;

  private final RequestMetrics metrics = new RequestMetrics(() -> 0);

  private void ended(int requests, long waited, long served) {
    for (int i = 0; i < requests; i++) {
      metrics.end(200, waited, served);
    }
  }

  private Stats.Slowest slowest() {
    return Objects.requireNonNull(LatencyHistograms.of(metrics).latencies().slowest());
  }

  @Test
  void theSlowestHundredthIsToldFromTheRest() {
    ended(990, 0, 2 * MILLI);
    ended(10, 90 * MILLI, 10 * MILLI);
    ended(10, 10 * MILLI, 190 * MILLI);
    Stats.Slowest slowest = slowest();
    assertThat(slowest.count()).isEqualTo(20);
    assertThat(slowest.from()).isBetween(94 * MILLI, 100 * MILLI);
    assertThat(slowest.mean()).isCloseTo(150 * MILLI, Percentage.withPercentage(1));
    assertThat(slowest.meanQueueWait()).isCloseTo(50 * MILLI, Percentage.withPercentage(1));
  }

  @Test
  void requestsThatAreAllEquallySlowAreAllTheSlowest() {
    ended(100, 15 * MILLI, 5 * MILLI);
    assertThat(slowest().count()).isEqualTo(100);
    assertThat(slowest().meanQueueWait()).isCloseTo(15 * MILLI, Percentage.withPercentage(1));
  }

  @Test
  void aWaitIsNeverLongerThanTheWhole() {
    for (long took = MILLI; took < 3 * MILLI; took += 3_000) {
      RequestMetrics one = new RequestMetrics(() -> 0);
      one.end(200, took, 0);
      Stats.Slowest only = Objects.requireNonNull(LatencyHistograms.of(one).latencies().slowest());
      assertThat(only.meanQueueWait()).isLessThanOrEqualTo(only.mean());
    }
  }

  @Test
  void withoutRequestsThereIsNoSlowest() {
    assertThat(LatencyHistograms.of(metrics).latencies().slowest()).isNull();
  }
}
