package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.JsonFiles;

class ControlTest {

  private long now;
  private final Control control = new Control(RaceSettings.USUAL, () -> now);

  @BeforeEach
  void start() {
    control.change(JsonFiles.tree(Map.of("rate", 100)));
  }

  @Test
  void aSpikeIsThreeTimesTheRateForASecond() {
    control.spike();
    assertThat(control.perSecond()).isEqualTo(300);

    pass(1_000);
    assertThat(control.perSecond()).isEqualTo(100);
  }

  @Test
  void withoutAPageItPausesAfterAMinute() {
    pass(60_001);
    assertThat(control.isPaused()).isTrue();
    assertThat(control.perSecond()).isZero();

    control.watch();
    assertThat(control.perSecond()).isEqualTo(100);
  }

  @Test
  void aWrongChangeChangesNothing() {
    assertThatThrownBy(() -> control.change(JsonFiles.tree(Map.of("rate", 7, "idle", -1))))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(control.wanted().settings().rate()).isEqualTo(100);
  }

  @Test
  void aResetEndsTheSpike() {
    control.spike();

    control.reset();

    assertThat(control.perSecond()).isEqualTo(100);
    assertThat(control.wanted().resets()).isEqualTo(1);
  }

  private void pass(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
