package tailgate.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LatencyTest {

  /** Passes zero on its way: nanoseconds are from anywhere. */
  private final AtomicLong clock = new AtomicLong(-Duration.ofSeconds(90).toNanos());

  private final Latency latency = new Latency(clock::get);

  @Test
  void percentilesAreThoseOfWhatWasRecorded() {
    for (int i = 1; i <= 10_000; i++) {
      latency.record(i * 1000L);
    }
    Histogram all = latency.total();
    assertThat(all.getTotalCount()).isEqualTo(10_000);
    assertThat(all.getValueAtPercentile(50)).isCloseTo(5_000_000, within(50_000L));
    assertThat(all.getValueAtPercentile(99.99)).isCloseTo(9_999_000, within(100_000L));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 1L << 41, Long.MAX_VALUE})
  void takesEveryValue(long nanos) {
    latency.record(nanos);
    assertThat(latency.total().getTotalCount()).isEqualTo(1);
  }

  @Test
  void theLastMinuteForgetsAndTheWholeRunDoesNot() {
    for (int second = 0; second < 200; second++) {
      latency.record(1000);
      latency.drain();
      assertThat(latency.last(60).getTotalCount()).isEqualTo(Math.min(second + 1, 60));
      clock.addAndGet(Duration.ofSeconds(1).toNanos());
    }
    assertThat(latency.total().getTotalCount()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 61, 1000})
  void nothingIsLeftOfAMinuteAgoThoughNobodyHasLookedSince(int seconds) {
    latency.record(1000);
    latency.drain();
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    assertThat(latency.last(60).getTotalCount()).isZero();
    assertThat(latency.total().getTotalCount()).isEqualTo(1);
  }

  @Test
  void theLastSecondsAreAPartOfTheLastMinute() {
    for (int second = 0; second < 30; second++) {
      clock.addAndGet(Duration.ofSeconds(1).toNanos());
      latency.record(1000);
      latency.drain();
    }
    assertThat(latency.last(1).getTotalCount()).isEqualTo(1);
    assertThat(latency.last(10).getTotalCount()).isEqualTo(10);
    assertThat(latency.last(60).getTotalCount()).isEqualTo(30);
  }

  @Test
  void whatAReaderGotIsItsOwn() {
    latency.record(1000);
    Histogram before = latency.total();
    latency.record(1000);
    assertThat(before.getTotalCount()).isEqualTo(1);
    assertThat(latency.total().getTotalCount()).isEqualTo(2);
  }

  @Test
  void losesNothingOfManyThreadsWhileOthersRead() {
    int threads = 16;
    int each = 20_000;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int t = 0; t < threads; t++) {
        executor.execute(
            () -> {
              for (int i = 0; i < each; i++) {
                latency.record(i);
              }
            });
      }
      for (int i = 0; i < 100; i++) {
        latency.drain();
      }
    }
    assertThat(latency.total().getTotalCount()).isEqualTo((long) threads * each);
    assertThat(latency.last(60).getTotalCount()).isEqualTo((long) threads * each);
  }
}
