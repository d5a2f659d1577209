package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryTest {

  @Test
  void itIsOverWithTheFirstOfTwoGoodWindows() {
    assertThat(Recovery.millis(p99(9, 9, 900, 500, 20, 20), 200, 600, 30)).hasValue(200);
  }

  @Test
  void oneGoodWindowIsLuck() {
    assertThat(Recovery.millis(p99(900, 20, 900, 20, 20), 0, 500, 30)).hasValue(300);
  }

  @Test
  void whatWasNeverSlowHasRecoveredAtOnce() {
    assertThat(Recovery.millis(p99(20, 20, 20), 100, 300, 30)).hasValue(0);
  }

  @Test
  void whatStaysSlowHasNotRecovered() {
    assertThat(Recovery.millis(p99(900, 900, 900, 20), 0, 400, 30)).isEmpty();
  }

  @Test
  void windowsInWhichNobodyAskedSayNothing() {
    Timeline gaps =
        new Timeline(
            100,
            List.of(5L, 0L, 5L, 5L),
            List.of(0L, 0L, 0L, 0L),
            List.of(),
            List.of(900L, 0L, 20L, 20L),
            List.of());

    assertThat(Recovery.millis(gaps, 0, 400, 30)).hasValue(200);
  }

  @Test
  void aWindowWithAFailureIsNotGood() {
    Timeline failing =
        new Timeline(
            100,
            List.of(5L, 5L, 5L),
            List.of(1L, 0L, 0L),
            List.of(),
            List.of(20L, 20L, 20L),
            List.of());

    assertThat(Recovery.millis(failing, 0, 300, 30)).hasValue(100);
  }

  private static Timeline p99(long... micros) {
    List<Long> tails = Arrays.stream(micros).boxed().toList();
    List<Long> some = tails.stream().map(tail -> 10L).toList();
    List<Long> none = tails.stream().map(tail -> 0L).toList();
    return new Timeline(100, some, none, List.of(), tails, List.of());
  }
}
