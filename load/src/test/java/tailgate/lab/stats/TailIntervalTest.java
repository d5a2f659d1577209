package tailgate.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TailIntervalTest {

  private static final double TRUE_P99 = 1_000 * Math.log(100); // of an exponential, mean 1 ms

  @Test
  void theEstimateIsThatOfAllRequests() {
    List<Histogram> windows = exponential(20, 1_000, new Random(1));
    Histogram all = new Histogram(3);
    windows.forEach(all::add);

    assertThat(TailInterval.ofP99(windows, 1).orElseThrow().estimate())
        .isEqualTo((double) all.getValueAtPercentile(99));
  }

  @Test
  void aConstantLatencyHasNoWidth() {
    Histogram window = new Histogram(3);
    window.recordValueWithCount(500, 2_000);

    assertThat(TailInterval.ofP99(Collections.nCopies(10, window), 1))
        .contains(Interval.exact(500));
  }

  @Test
  void fewerThanTenThousandRequestsHaveNone() {
    assertThat(TailInterval.ofP99(exponential(10, 999, new Random(1)), 1)).isEmpty();
    assertThat(TailInterval.ofP99(exponential(10, 1_000, new Random(1)), 1)).isPresent();
  }

  @Test
  void norHasASingleSecondWithManyRequests() {
    assertThat(TailInterval.ofP99(exponential(1, 50_000, new Random(1)), 1)).isEmpty();
  }

  @Test
  void nineteenOfTwentyContainTheTruth() {
    Random random = new Random(5);
    long covered =
        IntStream.range(0, 100)
            .mapToObj(i -> TailInterval.ofP99(exponential(20, 500, random), 1).orElseThrow())
            .filter(interval -> interval.low() - 2 <= TRUE_P99 && TRUE_P99 <= interval.high() + 2)
            .count();

    assertThat(covered).isBetween(88L, 100L);
  }

  /** One bad second in twenty: whether it happens at all is the largest uncertainty. */
  @Test
  void aPauseWidensTheInterval() {
    List<Histogram> calm = exponential(20, 1_000, new Random(1));
    List<Histogram> paused = new ArrayList<>(calm);
    Histogram pause = new Histogram(3);
    pause.recordValueWithCount(100_000, 300);
    pause.recordValueWithCount(1_000, 700);
    paused.set(9, pause);

    Interval one = TailInterval.ofP99(calm, 1).orElseThrow();
    Interval other = TailInterval.ofP99(paused, 1).orElseThrow();

    assertThat(one.high() / one.low()).isCloseTo(1, within(0.2));
    assertThat(other.low()).isLessThan(6_000);
    assertThat(other.high()).isGreaterThan(90_000);
  }

  private static List<Histogram> exponential(int seconds, int each, Random random) {
    List<Histogram> windows = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      Histogram window = new Histogram(3);
      for (int k = 0; k < each; k++) {
        window.recordValue(Math.round(-1_000 * Math.log(1 - random.nextDouble())));
      }
      windows.add(window);
    }
    return windows;
  }
}
