package tailgate.lab.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SameTwiceTest {

  private final SplittableRandom random = new SplittableRandom(3);

  @Test
  void noiseIsNoDifference() {
    List<Long> answers =
        random.longs(SameTwice.WINDOWS, 900, 1_100).boxed().toList(); // 100 ms of 10,000 a second

    assertThat(SameTwice.withoutDifference(answers)).isGreaterThanOrEqualTo(19);
  }

  @Test
  void aDifferenceOfATenthIsFound() {
    List<Long> answers = new ArrayList<>();
    for (int block = 1; block <= SameTwice.WINDOWS / 2; block++) {
      List<Integer> places = SameTwice.ORDER.shuffled(block, List.of(0, 1));
      Long[] two = {random.nextLong(980, 1_020), random.nextLong(980, 1_020)};
      two[places.get(0)] += 100;
      answers.addAll(List.of(two));
    }

    assertThat(SameTwice.withoutDifference(answers)).isZero();
  }

  @Test
  void tooShortALoadShowsNothing() {
    assertThat(SameTwice.withoutDifference(List.of(1_000L, 1_000L))).isZero();
  }
}
