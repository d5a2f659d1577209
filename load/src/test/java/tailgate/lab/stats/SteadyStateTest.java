package tailgate.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.stats.SteadyState.Window;

class SteadyStateTest {

  private final List<Window> windows = new ArrayList<>();

  @Test
  void notBeforeFifteenSeconds() {
    same(14, 1_000, 80);
    assertThat(state()).isEqualTo(new SteadyState(false, 14));
    assertThat(state().decided()).isFalse();

    same(1, 1_000, 80);
    assertThat(state()).isEqualTo(new SteadyState(true, 15)).hasToString("settled after 15 s");
  }

  @Test
  void fiveWindowsHaveToAgreeInThroughput() {
    same(16, 1_000, 80);
    assertThat(state().seconds()).isEqualTo(15);

    windows.clear();
    same(12, 900, 80); // while it still climbs
    same(4, 1_000, 89);
    assertThat(state().settled()).isFalse();

    same(1, 1_029, 91);
    assertThat(state()).isEqualTo(new SteadyState(true, 17));
  }

  @Test
  void andInProcessorTimePerRequest() {
    same(12, 1_000, 100);
    same(4, 1_000, 80);
    assertThat(state().settled()).isFalse();

    same(1, 1_000, 81);
    assertThat(state()).isEqualTo(new SteadyState(true, 17));
  }

  @Test
  void whereSecondsDifferTheMeansOfTenHaveToAgree() {
    for (int i = 0; i < 20; i++) { // still climbs
      same(1, 500 + 25 * i, 100);
    }
    for (int i = 0; i < 9; i++) {
      same(1, i % 2 == 0 ? 960 : 1_040, 80);
    }
    assertThat(state().settled()).isFalse();

    for (int i = 0; i < 11; i++) {
      same(1, i % 2 == 0 ? 960 : 1_040, 80);
    }
    assertThat(state()).isEqualTo(new SteadyState(true, 40));
  }

  @Test
  void whatNeverSettlesIsGivenUpAfterAMinute() {
    for (int i = 0; i < 100; i++) {
      same(1, 1_000 + 100 * i, 80);
    }

    assertThat(state()).isEqualTo(new SteadyState(false, 60)).hasToString("did not settle in 60 s");
    assertThat(state().decided()).isTrue();
  }

  @Test
  void onceSettledItStaysSo() {
    same(20, 1_000, 80);
    same(20, 500, 80);

    assertThat(state()).isEqualTo(new SteadyState(true, 15));
  }

  @Test
  void aLongerWindowWithMoreRequestsIsTheSame() {
    same(14, 1_000, 80);
    windows.add(new Window(1.5, 1_500, 120));

    assertThat(state().settled()).isTrue();
  }

  /** Ten requests a second cannot agree within 3 %: eleven are 10 % more than ten. */
  @Test
  void whatTheClocksCannotTellApartAgrees() {
    for (int i = 0; i < 20; i++) {
      same(1, 9 + i % 3, 3 + i % 2);
    }
    assertThat(state().settled()).isTrue();

    windows.clear();
    for (int i = 0; i < 20; i++) {
      same(1, 8 + i % 4, 3);
    }
    assertThat(state().settled()).isFalse();
  }

  private SteadyState state() {
    return SteadyState.of(windows);
  }

  /** Ticks of 10 ms, as Linux has them. */
  private void same(int seconds, long requests, long ticks) {
    windows.addAll(Collections.nCopies(seconds, new Window(1, requests, ticks)));
  }
}
