package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JobControlTest {

  private static final long TERMINAL = 34_816;

  @Test
  void theGroupThatTheTerminalIsLentToIsInTheForeground() {
    assertThat(JobControl.inForeground("7 (java) S 5 7 5 34816 7 4194304 1", TERMINAL)).isTrue();
    assertThat(JobControl.inForeground("7 (java) S 5 7 5 34816 5 4194304 1", TERMINAL)).isFalse();
  }

  @Test
  void aNameMayHaveBlanksAndBracketsInIt() {
    String status = "7 (a) R (b 1 2) S 5 7 5 34816 5 4194304 1";
    assertThat(JobControl.inForeground(status, TERMINAL)).isFalse();
  }

  @Test
  void noShellHasASayOnATerminalThatIsNotItsOwn() {
    assertThat(JobControl.inForeground("7 (java) S 5 7 5 34817 5 4194304 1", TERMINAL)).isTrue();
    assertThat(JobControl.inForeground("7 (java) S 5 7 5 0 -1 4194304 1", TERMINAL)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7 (java)", "7 (java) S 5 7 5 34816", "7 (java) S 5 7 5 x 7"})
  void whatIsNoStatusIsRefused(String status) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JobControl.inForeground(status, TERMINAL));
  }

  @Test
  void noShellHasASayOnWhatIsNoTerminal() {
    assertThat(JobControl.inForeground("7 (java) S 5 7 5 0 -1 4194304 1", 0)).isTrue();
    assertThat(JobControl.inForeground()).as("in a test, whose output is read").isTrue();
  }
}
