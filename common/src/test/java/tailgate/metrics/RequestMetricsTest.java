package tailgate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestMetricsTest {

  private final AtomicLong clock = new AtomicLong();
  private final RequestMetrics metrics = new RequestMetrics(clock::get);

  @Test
  void tellsWaitFromServiceAndAddsThemUp() {
    metrics.end(200, 1_000, 5_000);
    assertThat(onlyValue(metrics.queueWait())).isBetween(1_000L, 1_010L);
    assertThat(onlyValue(metrics.service())).isBetween(5_000L, 5_050L);
    assertThat(onlyValue(metrics.total())).isBetween(6_000L, 6_060L);
  }

  @Test
  void whatRequestsWaitedIsSummedUpByHowLongTheyTook() {
    metrics.end(200, 1_000_000, 1_000_000);
    metrics.end(200, 3_000_000, 0);
    metrics.end(200, 50_000_000, 50_000_000);
    Histogram micros = metrics.waitedByTotal().last(60);
    assertThat(micros.getCountBetweenValues(0, 10_000_000)).isEqualTo(4_000);
    assertThat(micros.getCountBetweenValues(90_000_000, 110_000_000)).isEqualTo(50_000);
  }

  @Test
  void theWaitsOfManyInASecondCanBeSummedUp() {
    for (int i = 0; i < 10_000; i++) {
      metrics.end(200, StripedLatencies.MAX_NANOS, 0);
    }
    assertThat(metrics.waitedByTotal().last(1).getTotalCount()).isEqualTo(36_000_000_000_000L);
  }

  private static long onlyValue(Latency latency) {
    Histogram all = latency.total();
    assertThat(all.getTotalCount()).isEqualTo(1);
    return all.getMaxValue();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 1L << 41, Long.MAX_VALUE})
  void takesEveryValue(long nanos) {
    metrics.end(200, nanos, nanos);
    assertThat(metrics.queueWait().total().getTotalCount()).isEqualTo(1);
    assertThat(metrics.service().total().getTotalCount()).isEqualTo(1);
    assertThat(metrics.total().total().getTotalCount()).isEqualTo(1);
  }

  @Test
  void countsEachClassOfStatusByItself() {
    for (int status : new int[] {200, 206, 304, 404, 416, 431, 503}) {
      metrics.begin();
      metrics.end(status, 1, 1);
    }
    assertThat(metrics.ended().get(StatusClass.SUCCESS)).isEqualTo(2);
    assertThat(metrics.ended().get(StatusClass.REDIRECTION)).isEqualTo(1);
    assertThat(metrics.ended().get(StatusClass.CLIENT_ERROR)).isEqualTo(3);
    assertThat(metrics.ended().get(StatusClass.SERVER_ERROR)).isEqualTo(1);
    assertThat(metrics.ended().total()).isEqualTo(7);
  }

  @Test
  void whatHasBegunAndNotEndedIsInFlight() {
    metrics.begin();
    metrics.begin();
    metrics.end(200, 1, 1);
    assertThat(metrics.inFlight()).isEqualTo(1);
  }

  @Test
  void losesNothingOfManyThreadsWhileOthersRead() {
    int threads = 16;
    int each = 20_000;
    long all = (long) threads * each;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int t = 0; t < threads; t++) {
        executor.execute(
            () -> {
              for (int i = 0; i < each; i++) {
                metrics.begin();
                metrics.end(200, i, i);
              }
            });
      }
      for (int i = 0; i < 100; i++) {
        metrics.drain();
        assertThat(metrics.inFlight()).isNotNegative();
      }
    }
    assertThat(metrics.ended().total()).isEqualTo(all);
    assertThat(metrics.inFlight()).isZero();
    assertThat(metrics.queueWait().total().getTotalCount()).isEqualTo(all);
    assertThat(metrics.service().last(60).getTotalCount()).isEqualTo(all);
    assertThat(metrics.total().total().getTotalCount()).isEqualTo(all);
  }
}
