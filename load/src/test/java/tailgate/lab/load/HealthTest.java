package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HealthTest {

  @Test
  void aPunctualGeneratorWellBelowItsCeilingIsTrustworthy() {
    Health health = health(900, 0.97, 6_900).below(10_000);

    assertThat(health.isTrustworthy()).isTrue();
    assertThat(health.doubts()).isEmpty();
  }

  @Test
  void eachLimitHasAReasonOfItsOwn() {
    assertThat(health(1_100, 0.97, 6_900).doubts()).containsExactly(Doubt.LAG);
    assertThat(health(900, 0.94, 6_900).doubts()).containsExactly(Doubt.USERS_MISSING);
    assertThat(health(900, 0.97, 7_100).below(10_000).doubts()).containsExactly(Doubt.NEAR_CEILING);
  }

  @Test
  void aLagThatIsALargePartOfAShortLatencyIsAReasonTooEvenIfItIsBelowAMillisecond() {
    Health health = new Health(1_000, 1_000, 0, 0, 900, 950, 1.0, 0.4, 1_000.0, 10_000.0, null);

    assertThat(health.doubts()).containsExactly(Doubt.HELD);
  }

  @Test
  void aLineThatPassesPacketsOnTooLateIsAReasonAndWorthARepetition() {
    Health late = health(900, 0.97, 6_900).over(new LineUse(10_000, 0, 1_001, 5_000));
    Health lossy = health(900, 0.97, 6_900).over(new LineUse(10_000, 100, 1_000, 5_000));

    assertThat(late.doubts()).containsExactly(Doubt.LINE_LAG);
    assertThat(late.lateness()).contains("the line's lag has a P99 above 1 ms");
    assertThat(lossy.below(10_000).isTrustworthy()).isTrue();
    assertThat(lossy.below(10_000).line()).isEqualTo(lossy.line());
  }

  @Test
  void onlyLatenessIsWorthARepetition() {
    assertThat(health(1_100, 0.94, 6_900).lateness())
        .contains("the generator's lag has a P99 above 1 ms");
    assertThat(health(900, 0.94, 6_900).lateness()).isEmpty();
  }

  @Test
  void aGeneratorAtItsLimitIsNotAskedAgain() {
    assertThat(health(1_100, 1, 6_900).below(10_000).lateness()).isPresent();
    assertThat(health(1_100, 1, 7_100).below(10_000).lateness()).isEmpty();
  }

  @Test
  void oldResultsAreJudgedAsTheyWere() {
    assertThat(new Health(100, 100, 0, 1, 50_000, 50_000).isTrustworthy()).isTrue();
    assertThat(new Health(100, 100, 0, 3, 10, 50_000).doubts()).containsExactly(Doubt.FELL_BEHIND);
  }

  @Test
  void theReasonsAreInTheResultDataAndItCanBeReadAgain() throws Exception {
    Health health = health(900, 0.94, 6_900).below(10_000).over(new LineUse(10_000, 0, 100, 200));

    assertThat(JsonFiles.compact(health))
        .contains("\"doubts\":[\"USERS_MISSING\"]", "\"trustworthy\":false");
    assertThat(JsonFiles.read(JsonFiles.tree(health), Health.class)).isEqualTo(health);
  }

  private static Health health(long lagP99Micros, double usersAccounted, double perSecond) {
    return new Health(
        1_000, 1_000, 0, 0, lagP99Micros, 50_000, usersAccounted, 0.01, perSecond, null, null);
  }
}
