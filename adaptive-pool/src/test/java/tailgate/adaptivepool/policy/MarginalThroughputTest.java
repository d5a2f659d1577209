package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Sample by sample, a hundred milliseconds apart; from 1 to 64 workers. BottleneckSimulationTest
 * tests it over time.
 */
final class MarginalThroughputTest {
  private static final Duration QUICK = Duration.ofMillis(5);
  private static final Duration SLOW = Duration.ofMillis(20);
  private static final int MAX = 64;

  private MarginalThroughput rule = MarginalThroughput.watching();
  private long millis;
  private long completed;

  @Test
  void hasNoLimitWithoutASuspicion() {
    pass(600, 64, 800, QUICK, false);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
    assertThat(rule.limit()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void tasksThatTakeFourTimesAsLongAreSuspicious() {
    pass(1, 32, 800, QUICK, false);
    pass(1, 32, 800, SLOW.minusMillis(1), false);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
    pass(1, 32, 800, SLOW, false);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Suspecting.class);
  }

  @Test
  void aBacklogAtTheMaximumIsSuspicious() {
    pass(1, MAX, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Suspecting.class);
  }

  @Test
  void aBacklogIsNotIfTasksTakeAsLongAsAmongFewWorkers() {
    pass(1, MAX / 2, 800, QUICK, false);
    pass(20, MAX, 800, QUICK.plusMillis(2), true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
    pass(1, MAX, 800, QUICK.multipliedBy(2), true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Suspecting.class);
  }

  @Test
  void atTheMinimumNothingIs() {
    pass(1, 1, 800, QUICK, true);
    pass(1, 1, 800, SLOW, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
  }

  @Test
  void aSuspicionThatPassesChangesNothing() {
    pass(5, MAX, 800, QUICK, true);
    pass(1, MAX, 800, QUICK, false);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
  }

  @Test
  void afterHalfASecondOfSuspicionTheLimitFallsByAnEighthInEachStep() {
    pass(6, MAX, 800, QUICK, true);
    assertThat(rule.limit()).isEqualTo(64);
    pass(1, 64, 800, QUICK, true);
    assertThat(rule.limit()).isEqualTo(56);
    pass(1, 56, 800, QUICK, true);
    assertThat(rule.limit()).isEqualTo(49);
  }

  @Test
  void aStepWaitsForTheWorkersOfTheLastOne() {
    pass(7, MAX, 800, QUICK, true);
    pass(10, 60, 800, QUICK, true);
    assertThat(rule.limit()).isEqualTo(56);
  }

  @Test
  void withoutAMeanServiceTimeAStepTakesASecond() {
    pass(101, MAX, 10, QUICK, true);
    assertThat(rule.limit()).isEqualTo(64);
    pass(9, 64, 10, QUICK, true);
    assertThat(rule.limit()).isEqualTo(64);
    pass(1, 64, 10, QUICK, true);
    assertThat(rule.limit()).isEqualTo(56);
  }

  @Test
  void fewerThanAHundredTasksAreNoThroughput() {
    pass(12, MAX, 80, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Suspecting.class);
    pass(2, MAX, 80, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Descending.class);
  }

  @Test
  void aThroughputThatIsLostAtOnceRefutesTheSuspicion() {
    descendTo(56);
    pass(3, 56, 400, QUICK, true);
    assertThat(rule.trial()).isEqualTo(new LimitTrial.Watching(now().plusSeconds(5)));
    assertThat(rule.pause()).isEqualTo(Duration.ofSeconds(10));
    pass(49, MAX, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
    pass(1, MAX, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Suspecting.class);
  }

  @Test
  void aLittleLessThroughputWithoutABacklogIsNoLoss() {
    descendTo(28);
    pass(5, 28, 700, QUICK, false);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Descending.class);
  }

  @Test
  void halfTheThroughputWithoutABacklogIsAnotherLoadAndEndsTheTrial() {
    descendTo(28);
    pass(1, 28, 400, QUICK, false);
    assertThat(rule.trial()).isEqualTo(new LimitTrial.Watching(now()));
    assertThat(rule.limit()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void aThroughputThatIsLostLaterSetsTheLimitAQuarterAboveTheLastSizeThatHeldIt() {
    descendTo(28);
    pass(1, 24, 800, QUICK, true);
    pass(5, 21, 400, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
    assertThat(rule.limit()).isEqualTo(30);
  }

  @Test
  void fewWorkersGetRoomForOnesThatAreNotInTheBottleneck() {
    descendTo(4);
    pass(1, 4, 800, QUICK, true);
    pass(9, 3, 600, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
    assertThat(rule.limit()).isEqualTo(6);
  }

  @Test
  void whatIsHeldRisesWhileTheServerGetsWarm() {
    pass(7, MAX, 500, QUICK, true);
    descendFurtherTo(4);
    pass(1, 4, 800, QUICK, true);
    pass(15, 3, 600, QUICK, true); // more than at first, and less than four workers do
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
    assertThat(rule.limit()).isEqualTo(6);
  }

  @Test
  void aLimitThatIsConfirmedIsOnlyProbed() {
    descendTo(4);
    pass(1, 4, 800, QUICK, true);
    pass(9, 3, 600, QUICK, true);
    pass(50, 6, 800, QUICK, true);
    descendFurtherTo(4);
    pass(1, 4, 800, QUICK, true);
    pass(9, 3, 600, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Probing.class);
    assertThat(rule.limit()).isEqualTo(2 * 6);
    pass(11, 12, 800, QUICK, true);
    assertThat(rule.limit()).isEqualTo(6);
    pass(100, 6, 800, QUICK, true); // a third descent would lose as much again
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Probing.class);
  }

  @Test
  void aLimitThatLeavesNoRoomGetsItWhenItIsConfirmed() {
    descendTo(4);
    pass(1, 3, 800, QUICK, true); // an interval of a server that is faster than it was
    pass(9, 3, 600, QUICK, true);
    assertThat(rule.limit()).isEqualTo(5);
    pass(50, 5, 800, QUICK, true);
    descendFurtherTo(4);
    pass(9, 4, 600, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Probing.class);
    assertThat(rule.limit()).isEqualTo(2 * 8);
  }

  @Test
  void aLimitThatAPauseOfTheMachineHasSetIsLoweredLater() {
    descendTo(28);
    pass(2, 24, 0, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
    assertThat(rule.limit()).isGreaterThan(20);
    pass(50, rule.limit(), 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Descending.class);
    pass(1, rule.limit(), 800, QUICK, true);
    descendFurtherTo(1);
  }

  @Test
  void aLimitAllOfWhichIsNeededGetsAQuarterMoreAndIsProbed() {
    descendTo(28);
    pass(5, 24, 400, QUICK, true);
    int limit = rule.limit();
    pass(51, limit, 800, QUICK, true);
    pass(4, limit, 400, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Probing.class);
    assertThat(rule.limit()).isEqualTo(2 * (limit + Math.ceilDiv(limit, 4)));
  }

  @Test
  void theMinimumIsHeldWhenNothingIsLostThere() {
    hold();
    assertThat(rule.limit()).isEqualTo(1);
  }

  @Test
  void aLowerThroughputLiftsTheLimit() {
    hold();
    pass(10, 1, 400, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
  }

  @Test
  void aHigherThroughputLiftsTheLimit() {
    hold();
    pass(1, 1, 2000, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
  }

  @Test
  void aLimitThatNothingHasNeededForHalfAMinuteIsForgotten() {
    hold();
    pass(300, 1, 100, QUICK, false);
    assertThat(rule.limit()).isLessThanOrEqualTo(2);
    pass(1, 1, 100, QUICK, false);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
  }

  @Test
  void aProbeDoublesTheLimitForASecondAndComesLaterEachTime() {
    hold();
    pass(150, 1, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Probing.class);
    assertThat(rule.limit()).isEqualTo(2);
    pass(11, 2, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
    assertThat(rule.limit()).isEqualTo(1);
    pass(290, 1, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
    pass(15, 1, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Probing.class);
  }

  @Test
  void aProbeThatRaisesTheThroughputLiftsTheLimit() {
    hold();
    pass(150, 1, 800, QUICK, true);
    pass(3, 2, 1600, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Watching.class);
  }

  @Test
  void whatTheSameWorkersDoInTheHoldIsNoGainOfTheProbe() {
    pass(7, MAX, 600, QUICK, true);
    while (rule.limit() > 1) {
      pass(1, rule.limit(), 600, QUICK, true);
    }
    pass(6, 1, 600, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
    pass(150, 1, 800, QUICK, true); // the server is warm now
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Probing.class);
    pass(11, 2, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
    assertThat(rule.limit()).isEqualTo(1);
  }

  private void hold() {
    descendTo(1);
    pass(6, 1, 800, QUICK, true);
    assertThat(rule.trial()).isInstanceOf(LimitTrial.Holding.class);
  }

  private void descendTo(int workers) {
    pass(7, MAX, 800, QUICK, true);
    descendFurtherTo(workers);
  }

  private void descendFurtherTo(int workers) {
    while (rule.limit() > workers) {
      pass(1, rule.limit(), 800, QUICK, true);
    }
  }

  /** So many looks, each after 100 ms in which a tenth of the tasks per second were completed. */
  private void pass(int looks, int workers, int perSecond, Duration service, boolean late) {
    for (int i = 0; i < looks; i++) {
      millis += 100;
      completed += perSecond / 10;
      var sample =
          Samples.backlog(workers, late ? 100 : 0)
              .at(now())
              .most(MAX)
              .completed(completed)
              .flow(perSecond / 10, Duration.ZERO, service)
              .sample();
      rule = rule.after(sample, late);
    }
  }

  private Duration now() {
    return Duration.ofMillis(millis);
  }
}
