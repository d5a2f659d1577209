package tailgate.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Measurements;

class VerdictTest {

  @Test
  void fourFifthsOfADifferenceAreEnoughAndNotFourFifthsOfAFactor() {
    assertThat(Relation.reaches(2.61, 3)).isTrue();
    assertThat(Relation.reaches(2.59, 3)).isFalse();
    assertThat(Relation.reaches(1.09, 1.1)).isTrue();
    assertThat(Relation.reaches(1.07, 1.1)).isFalse();
  }

  @Test
  void ofLessThereHasToBeAsMuchLess() {
    assertThat(Relation.reaches(0.73, 1 - 0.33)).isTrue();
    assertThat(Relation.reaches(0.75, 1 - 0.33)).isFalse();
    assertThat(Relation.reaches(1.2, 1 - 0.33)).isFalse();
  }

  @Test
  void noNumberReachesNothing() {
    assertThat(Relation.reaches(Double.NaN, 3)).isFalse();
    assertThat(Relation.reaches(Double.NaN, 0.5)).isFalse();
    assertThat(Relation.isAbout(Double.NaN, 10)).isFalse();
  }

  @Test
  void aLevelHasTwoSides() {
    assertThat(Relation.isAbout(8.1, 10)).isTrue();
    assertThat(Relation.isAbout(12.4, 10)).isTrue();
    assertThat(Relation.isAbout(7.9, 10)).isFalse();
    assertThat(Relation.isAbout(12.6, 10)).isFalse();
  }

  @Test
  void whoAnsweredNothingOrFailedOftenSaysNothingOfSpeed() {
    Measurement all = new Measurements().of("all", "a");
    Measurement mute = new Measurements().answers(0).of("mute", "b");
    Measurement deaf = new Measurements().answers(0).failed(1, 10).of("deaf", "c");
    Measurement some = new Measurements().answers(9_990).failed(1, 10).of("some", "d");
    Measurement more = new Measurements().answers(9_989).failed(1, 11).of("more", "e");

    assertThat(List.of(all, mute, deaf, some, more))
        .extracting(Observation::showsSpeed)
        .containsExactly(true, false, false, true, false);
    assertThat(Verdict.silent(List.of(all, mute, deaf, some, more)))
        .extracting(Verdict::toString)
        .containsExactly(
            "mute, takes no part in a verdict on speed: no request was answered",
            "deaf, takes no part in a verdict on speed: no request was answered",
            "more, takes no part in a verdict on speed: 11 of 10,000 requests failed");
  }

  @Test
  void withoutAVerdictTheFiguresRemain() {
    Verdict verdict = new Verdict("water is wet", Outcome.HELD, "3 of 3");

    assertThat(verdict.withheld("it is frozen"))
        .hasToString("water is wet: no verdict, because it is frozen; 3 of 3");
    assertThat(Verdict.open("is it?", "yes").withheld("it is frozen")).hasToString("is it?: yes");
  }
}
