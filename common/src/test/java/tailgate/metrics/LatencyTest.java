package tailgate.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LatencyTest {

  /** Passes zero on its way: nanoseconds are from anywhere. */
  private final AtomicLong clock = new AtomicLong(-Duration.ofSeconds(90).toNanos());

  /** Recorded, and not yet added. */
  private final Histogram fresh = new Histogram(LatencyStripe.MAX_NANOS, LatencyStripe.PRECISION);

  private final Latency latency = new Latency(clock::get, this::addFresh);

  private void addFresh() {
    latency.add(fresh);
    fresh.reset();
  }

  @Test
  void percentilesAreThoseOfWhatWasRecorded() {
    for (int i = 1; i <= 10_000; i++) {
      fresh.recordValue(i * 1000L);
    }
    Histogram all = latency.total();
    assertThat(all.getTotalCount()).isEqualTo(10_000);
    assertThat(all.getValueAtPercentile(50)).isCloseTo(5_000_000, within(50_000L));
    assertThat(all.getValueAtPercentile(99.99)).isCloseTo(9_999_000, within(100_000L));
  }

  @Test
  void theLastMinuteForgetsAndTheWholeRunDoesNot() {
    for (int second = 0; second < 200; second++) {
      fresh.recordValue(1000);
      assertThat(latency.last(60).getTotalCount()).isEqualTo(Math.min(second + 1, 60));
      clock.addAndGet(Duration.ofSeconds(1).toNanos());
    }
    assertThat(latency.total().getTotalCount()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 61, 1000})
  void nothingIsLeftOfAMinuteAgoThoughNobodyHasLookedSince(int seconds) {
    fresh.recordValue(1000);
    addFresh();
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    assertThat(latency.last(60).getTotalCount()).isZero();
    assertThat(latency.total().getTotalCount()).isEqualTo(1);
  }

  @Test
  void theLastSecondsAreAPartOfTheLastMinute() {
    for (int second = 0; second < 30; second++) {
      clock.addAndGet(Duration.ofSeconds(1).toNanos());
      fresh.recordValue(1000);
      addFresh();
    }
    assertThat(latency.last(1).getTotalCount()).isEqualTo(1);
    assertThat(latency.last(10).getTotalCount()).isEqualTo(10);
    assertThat(latency.last(60).getTotalCount()).isEqualTo(30);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 61})
  void hasNoMoreThanAMinute(int seconds) {
    assertThatThrownBy(() -> latency.last(seconds))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("seconds must be from 1 to 60, not " + seconds);
  }

  @Test
  void whatAReaderGotIsItsOwn() {
    fresh.recordValue(1000);
    Histogram before = latency.total();
    fresh.recordValue(1000);
    assertThat(before.getTotalCount()).isEqualTo(1);
    assertThat(latency.total().getTotalCount()).isEqualTo(2);
  }
}
