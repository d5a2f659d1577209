package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;

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

  /** A take in each millisecond, the last one included; each item has waited for 6 ms. */
  private void stand(int fromMillis, int toMillis) {
    for (int at = fromMillis; at <= toMillis; at++) {
      assertThat(taken(at, 6)).isFalse();
    }
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  @Test
  void isCalmInItsFirstInterval() {
    assertThat(taken(0, 1000)).isFalse();
    assertThat(taken(99.9, 25)).isFalse();
  }

  @Test
  void isOverloadedAtOnceWhenTheOldestHasWaitedForFiveTargetsAndMore() {
    taken(0, 20);
    assertThat(taken(10, 25)).isFalse();
    assertThat(taken(11, 25.001)).isTrue();
  }

  @Test
  void aTenthOfTheIntervalIsTheLeastForThat() {
    var patient = new CoDel(nanos(1), nanos(100));
    patient.taken(begin, nanos(9));
    assertThat(patient.taken(begin + nanos(1), nanos(10))).isFalse();
    assertThat(patient.taken(begin + nanos(2), nanos(10.001))).isTrue();
  }

  @Test
  void oneThatWaitedThatLongAloneIsNoOverload() {
    taken(0, 20);
    assertThat(taken(1000, 900)).isFalse();
  }

  @Test
  void isOverloadedWhenAQueueHasStoodForAnInterval() {
    stand(0, 99);
    assertThat(taken(99.9, 25)).isFalse();
    assertThat(taken(100, 6)).isTrue();
  }

  @Test
  void oneShortWaitShowsThatItIsABurst() {
    stand(0, 49);
    taken(50, 5);
    stand(51, 149);
    assertThat(taken(149.9, 25)).isFalse();
    assertThat(taken(150, 25)).isTrue();
  }

  @Test
  void aQueueThatGetsEmptyDoesNotStand() {
    taken(0, 50);
    taken(900, 850);
    assertThat(taken(1800, 850)).isFalse();
  }

  @Test
  void endsWhenTheQueueWasEmptyAndNothingWasLateForHalfAnInterval() {
    taken(0, 50);
    taken(100, 101);
    assertThat(taken(149, 10)).as("too early").isTrue();
    assertThat(taken(155, 8)).as("added before the last take").isTrue();
    assertThat(taken(170, 9)).as("added after it").isFalse();
  }

  @Test
  void needsAnotherIntervalAfterItsEnd() {
    taken(0, 50);
    taken(100, 101);
    taken(150, 1);
    stand(151, 249);
    assertThat(taken(249.9, 25)).isFalse();
    assertThat(taken(250, 25)).isTrue();
  }

  @Test
  void aWaitOfLongAgoIsNoOverload() {
    taken(0, 20);
    taken(1, 20);
    assertThat(taken(10_000, 0)).isFalse();
    assertThat(taken(10_020, 21)).isFalse();
  }

  @Test
  void seesAnOverloadOfTasksThatAreLongerThanTheInterval() {
    taken(0, 50);
    assertThat(taken(900, 950)).isTrue();
  }

  @Test
  void toleratesTwiceTheTarget() {
    assertThat(codel.isTooLong(nanos(10))).isFalse();
    assertThat(codel.isTooLong(nanos(10) + 1)).isTrue();
  }

  /** An overload in which so many of ten are too late, for a time; one take in a millisecond. */
  private void overload(int millis, int late) {
    taken(0, 50);
    for (int at = 1; at <= millis; at++) {
      taken(at, at % 10 < late ? 50 : 2);
    }
  }

  @Test
  void toleratesLessWhileMuchIsTooLate() {
    overload(20, 5);
    assertThat(codel.isTooLong(nanos(8))).isTrue();
  }

  /** Takes that are a target apart, and in each one that is too late before one that is not. */
  @Test
  void countsTheTakeWithWhichATargetEnds() {
    taken(0, 50);
    for (int at = 10; at <= 300; at += 10) {
      taken(at, 50);
      taken(at + 0.1, 2);
    }
    assertThat(codel.isTooLong(nanos(3))).isTrue();
  }

  @Test
  void alwaysToleratesHalfTheTarget() {
    overload(1000, 5);
    assertThat(codel.isTooLong(nanos(2.5))).isFalse();
    assertThat(codel.isTooLong(nanos(2.5) + 1)).isTrue();
  }

  @Test
  void toleratesTwiceTheTargetWhileLittleIsTooLate() {
    overload(1000, 1);
    assertThat(taken(1001, 2)).isTrue();
    assertThat(codel.isTooLong(nanos(10))).isFalse();
  }

  @Test
  void toleratesMoreAgainWhenTheQueueWasEmpty() {
    overload(1000, 5);
    for (int at = 1010; at <= 1040; at += 10) {
      assertThat(taken(at, 2)).isTrue();
    }
    assertThat(codel.isTooLong(nanos(4))).isFalse();
    assertThat(codel.isTooLong(nanos(4.1))).isTrue();
  }

  @Test
  void theNextOverloadBeginsWithTwiceTheTarget() {
    overload(1000, 5);
    assertThat(taken(1060, 2)).as("it is over").isFalse();
    taken(1061, 2);
    assertThat(taken(1062, 50)).isTrue();
    assertThat(codel.isTooLong(nanos(10))).isFalse();
  }

  /** One worker, tasks of 1 ms, and more of them than it can perform, at random times. */
  @ParameterizedTest
  @ValueSource(doubles = {2, 3})
  void anOverloadThatIsRefusedStaysAnOverloadAndKeepsTheWorkerBusy(double load) {
    var arrivals = new Arrivals(load);
    int performed = 0;
    for (double free = 0; free < 3000; free = arrivals.taken + 1) {
      double wait = arrivals.take(free);
      while (taken(arrivals.taken, wait) && codel.isTooLong(nanos(wait))) {
        wait = arrivals.take(free);
      }
      if (free > 1000) {
        performed++;
        assertThat(wait).isLessThanOrEqualTo(10);
      }
    }
    assertThat(performed).isGreaterThan(1900);
  }

  /** Nothing is refused well below the capacity, however the arrivals fall. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.5, 0.7})
  void whatCanBePerformedIsNoOverload(double load) {
    var arrivals = new Arrivals(load);
    for (double free = 0; free < 20_000; free = arrivals.taken + 1) {
      double wait = arrivals.take(free);
      assertThat(taken(arrivals.taken, wait)).isFalse();
    }
  }

  /** Tasks that come at random times, so many a millisecond on the average. */
  private static final class Arrivals {
    private final Random random = new Random(1);
    private final double load;
    private double next;

    /** When the last one was taken. */
    private double taken;

    private Arrivals(double load) {
      this.load = load;
    }

    /** How long the next one has waited; 0 if it is still to come, and the worker waits for it. */
    double take(double free) {
      taken = Math.max(free, next);
      double wait = taken - next;
      next += -Math.log(1 - random.nextDouble()) / load;
      return wait;
    }
  }
}
