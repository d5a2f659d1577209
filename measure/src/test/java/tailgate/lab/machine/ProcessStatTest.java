package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatTest {

  @Test
  void aNameMayLookLikeTheEndOfTheName() {
    ProcessStat stat =
        ProcessStat.of(
            "42 (a) S (b)) T 7 42 41 0 -1 0 0 0 0 0 100 20 7 3 20 0 4 0 99 1000000 500 0\n");

    assertThat(stat.name()).isEqualTo("a) S (b)");
    assertThat(stat.state()).isEqualTo('T');
    assertThat(stat.parent()).isEqualTo(7);
    assertThat(stat.session()).isEqualTo(41);
    assertThat(stat.ticks()).isEqualTo(120);
    assertThat(stat.ticksOfEnded()).isEqualTo(10);
    assertThat(stat.threads()).isEqualTo(4);
    assertThat(stat.pages()).isEqualTo(500);
  }
}
