package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LiveArrivalsTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LiveArrivals arrivals = new LiveArrivals(1, 0, () -> 0);

  @Test
  void nothingIsDueBeforeThereIsARate() {
    assertThat(arrivals.next()).isEqualTo(Schedule.NEVER);
  }

  @Test
  void arrivesAtItsRate() {
    arrivals.rate(1_000, 0);

    assertThat(countUntil(20 * SECOND)).isCloseTo(20_000, Percentage.withPercentage(3));
  }

  @Test
  void theRateMayChangeAtAnyTime() {
    arrivals.rate(1_000, 0);
    countUntil(SECOND);
    arrivals.rate(3_000, SECOND);

    assertThat(countUntil(11 * SECOND)).isCloseTo(30_000, Percentage.withPercentage(3));

    arrivals.rate(0, 11 * SECOND);
    assertThat(arrivals.next()).isEqualTo(Schedule.NEVER);
  }

  @Test
  void aGapIsShortenedByAHigherRateAndNotDrawnAgain() {
    arrivals.rate(1, 0);
    long next = arrivals.next();

    arrivals.rate(2, 0);

    assertThat(arrivals.next()).isEqualTo(next / 2);
  }

  @Test
  void theSameSeedGivesTheSameArrivals() {
    LiveArrivals others = new LiveArrivals(1, 0, () -> 0);
    arrivals.rate(100, 0);
    others.rate(100, 0);

    for (int i = 0; i < 10; i++) {
      assertThat(others.take()).isEqualTo(arrivals.take());
    }
  }

  private int countUntil(long end) {
    int count = 0;
    while (arrivals.next() < end) {
      arrivals.take();
      count++;
    }
    return count;
  }
}
