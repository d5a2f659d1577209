package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private final Histogram answered = new Histogram(3);
  private final Histogram waited = new Histogram(3);

  @Test
  void ifAllIsAnsweredEveryPercentileIsExact() {
    answered.recordValueWithCount(1_000, 100);

    Figures figures = Figures.of(answered, waited, 0, 0);

    assertThat(figures.isExact(100)).isTrue();
    assertThat(figures.millis(99)).isEqualTo("1.0");
  }

  @Test
  void aTailWithoutAnswersIsALowerBound() {
    answered.recordValueWithCount(1_000, 97);
    waited.recordValueWithCount(20_000_000, 3);

    Figures figures = Figures.of(answered, waited, 0, 3);

    assertThat(figures.count()).isEqualTo(97);
    assertThat(figures.isExact(95)).isTrue();
    assertThat(figures.isExact(99)).isFalse();
    assertThat(figures.millis(99)).isEqualTo("> 20000");
  }

  /** Who began to wait just before the end may belong to the slowest, or not. */
  @Test
  void requestsThatWaitedShortlyMakeOnlyThosePercentilesUncertainThatTheyCanMove() {
    answered.recordValueWithCount(1_000, 900);
    answered.recordValueWithCount(9_000, 90);
    waited.recordValueWithCount(10, 10);

    Figures figures = Figures.of(answered, waited, 0, 10);

    assertThat(figures.isExact(50)).isTrue();
    assertThat(figures.isExact(90)).isTrue();
    assertThat(figures.isExact(99)).isTrue(); // 9 ms at least, and at most
    assertThat(figures.isExact(99.9)).isFalse();
  }

  @Test
  void oldFiguresDoNotKnowTheUnansweredAndAreNotQuestioned() {
    answered.recordValueWithCount(1_000, 10);

    Figures figures = Figures.of(answered, 1);

    assertThat(figures.unanswered()).isNull();
    assertThat(figures.missing()).isZero();
    assertThat(figures.millis(100)).isEqualTo("1.0");
  }
}
