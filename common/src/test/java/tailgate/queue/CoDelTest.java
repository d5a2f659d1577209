package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Target 5 ms, interval 100 ms; times in milliseconds. */
final class CoDelTest {

  private final CoDel codel = new CoDel(nanos(5), nanos(100));

  /** Begins close to the overflow, because nanoseconds must not be compared by size. */
  private final long begin = Long.MAX_VALUE - nanos(50);

  private boolean taken(double atMillis, double waitMillis) {
    return codel.taken(begin + nanos(atMillis), nanos(waitMillis));
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  @Test
  void isCalmInItsFirstInterval() {
    assertThat(taken(0, 1000)).isFalse();
    assertThat(taken(99.9, 1000)).isFalse();
  }

  @Test
  void isOverloadedAfterAnIntervalInWhichAllWaitedTooLong() {
    taken(0, 6);
    taken(50, 100);
    assertThat(taken(100, 5.1)).isTrue();
    assertThat(taken(101, 0)).as("until the interval ends").isTrue();
  }

  @Test
  void oneShortWaitShowsThatItIsABurst() {
    taken(0, 50);
    taken(50, 5);
    assertThat(taken(100, 50)).isFalse();
  }

  @Test
  void theTakeThatEndsAnIntervalBelongsToIt() {
    taken(0, 50);
    assertThat(taken(100, 0)).isFalse();
  }

  @Test
  void theTakeThatEndsAnIntervalBeginsTheNext() {
    taken(0, 50);
    taken(100, 0);
    assertThat(taken(200, 50)).isFalse();
    assertThat(taken(300, 50)).isTrue();
  }

  @Test
  void isCalmAgainAfterAnIntervalWithAShortWait() {
    taken(0, 50);
    assertThat(taken(100, 50)).isTrue();
    assertThat(taken(150, 5)).isTrue();
    assertThat(taken(200, 50)).isFalse();
  }

  @Test
  void aWaitOfLongAgoIsNoOverload() {
    taken(0, 50);
    taken(1, 60);
    assertThat(taken(10_000, 0)).isFalse();
  }

  @Test
  void seesAnOverloadOfTasksThatAreLongerThanTheInterval() {
    taken(0, 50);
    assertThat(taken(900, 500)).isTrue();
  }

  @Test
  void toleratesTwiceTheTarget() {
    assertThat(codel.isTooLong(nanos(10))).isFalse();
    assertThat(codel.isTooLong(nanos(10) + 1)).isTrue();
  }

  /**
   * Tasks that take 1 ms come more often than one worker can perform them, each at a random time.
   * What is refused keeps the wait below twice the target, and the overload is seen all the same.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1.2, 2, 3})
  void anOverloadThatIsRefusedStaysAnOverload(double load) {
    var random = new Random(1);
    double arrival = 0;
    int overloaded = 0;
    int performed = 0;
    for (double now = 0; now < 3000; ) {
      boolean late = false;
      do { // one take after the other, until one is to be performed
        double wait = now - arrival;
        if (wait < 0) {
          now = arrival;
          wait = 0;
        }
        boolean over = taken(now, wait);
        late = over && codel.isTooLong(nanos(wait));
        overloaded += now > 1000 && over && !late ? 1 : 0;
        arrival += -Math.log(1 - random.nextDouble()) / load;
      } while (late);
      performed += now > 1000 ? 1 : 0;
      now += 1;
    }
    assertThat(overloaded).isGreaterThan(performed * 9 / 10);
    assertThat(performed).isGreaterThan(1900);
  }

  /** Nothing is refused below the capacity, however the arrivals fall. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.7, 0.9})
  void whatCanBePerformedIsNoOverload(double load) {
    var random = new Random(2);
    double end = 0;
    int overloaded = 0;
    for (double arrival = 0; arrival < 20_000; ) {
      double begin = Math.max(arrival, end);
      overloaded += taken(begin, begin - arrival) ? 1 : 0;
      end = begin + 1;
      arrival += -Math.log(1 - random.nextDouble()) / load;
    }
    assertThat(overloaded).isZero();
  }

  @Test
  void theDefaultsAreThoseOfItsSources() {
    assertThat(QueueDiscipline.PLAIN.target()).isEqualTo(Duration.ofMillis(5));
    assertThat(QueueDiscipline.PLAIN.interval()).isEqualTo(Duration.ofMillis(100));
  }
}
