package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;

class SelfCheckTest {

  @Test
  void halfASecondAtP90AndNearlyOneAtP99IsWhatThereWasToSee() {
    Figures honest = figures(540_159, 955_391, 0);

    assertThat(SelfCheck.sees(honest)).isTrue();
    assertThat(SelfCheck.report(honest, true)).contains("p90 540.2 ms", "p99 955.4 ms");
  }

  @Test
  void aGeneratorThatOmitsIsFoundOut() {
    assertThat(SelfCheck.sees(figures(300, 1_000, 0))).isFalse();
    assertThat(SelfCheck.report(figures(300, 1_000, 0), false)).contains("THE LAB DOES NOT SEE IT");
  }

  @Test
  void requestsThatFailedWereNotDelayed() {
    assertThat(SelfCheck.sees(figures(500_000, 950_000, 1))).isFalse();
  }

  private static Figures figures(long p90, long p99, long failed) {
    return new Figures(5_000, failed, 250, p90, p90, p99, p99, p99);
  }
}
