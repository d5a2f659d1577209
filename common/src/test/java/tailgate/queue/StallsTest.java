package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stalls of 20 ms, at 100 ms, 200 ms, and so on. */
final class StallsTest {

  private final Stalls stalls = new Stalls(100, 20);

  @ParameterizedTest
  @CsvSource({"0, 0", "19, 19", "99, 99", "100, 120", "119, 120", "120, 120", "210, 220"})
  void whatHappensInAStallIsNoticedWhenItIsOver(double at, double noticed) {
    assertThat(stalls.noticed(at)).isEqualTo(noticed);
  }

  @ParameterizedTest
  @CsvSource({"0, 100, 100", "0, 101, 121", "95, 10, 125", "120, 80, 200", "120, 161, 321"})
  void workGoesOnAfterAStall(double begun, double work, double done) {
    assertThat(stalls.done(begun, work)).isEqualTo(done);
  }

  @Test
  void addsThemUp() {
    assertThat(stalls.between(50, 350)).isEqualTo(60);
  }

  @Test
  void withoutThemEverythingIsInTime() {
    assertThat(Stalls.NONE.noticed(1e9)).isEqualTo(1e9);
    assertThat(Stalls.NONE.done(5, 1e9)).isEqualTo(1e9 + 5);
    assertThat(Stalls.NONE.between(0, 1e9)).isZero();
  }
}
