package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TerminalTest {

  private static final long TERMINAL = 34_816;

  @Test
  void itsSizeIsAsSttySaysIt() {
    assertThat(Terminal.size("24 80")).contains(new Terminal.Size(80, 24));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "24", "24x80", "-1 -1", "stty: stdin isn't a terminal"})
  void whatSaysNoSizeIsNone(String answer) {
    assertThat(Terminal.size(answer)).isEmpty();
  }

  @Test
  void oneThatDoesNotKnowItsSizeIsTakenForAUsualOne() {
    assertThat(terminal(0, 0).measure()).isEqualTo(new Terminal.Size(80, 24));
  }

  @Test
  void oneThatIsHardlyThereIsDrawnToAllTheSame() {
    assertThat(terminal(1, 1).measure()).isEqualTo(new Terminal.Size(20, 1));
  }

  @Test
  void oneThatObeysNothingIsNone() {
    assertThat(Terminal.ofStandardOutput(Map.of("TERM", "dumb"))).isEmpty();
    assertThat(Terminal.ofStandardOutput(Map.of())).isEmpty();
  }

  private static Terminal terminal(int columns, int rows) {
    return new Terminal(false, () -> Optional.of(new Terminal.Size(columns, rows)), () -> true);
  }

  // ---- which job of the shell has it

  @Test
  void theGroupThatTheTerminalIsLentToIsInTheForeground() {
    assertThat(Terminal.inForeground("7 (java) S 5 7 5 34816 7 4194304 1", TERMINAL)).isTrue();
    assertThat(Terminal.inForeground("7 (java) S 5 7 5 34816 5 4194304 1", TERMINAL)).isFalse();
  }

  @Test
  void aNameMayHaveBlanksAndBracketsInIt() {
    String status = "7 (a) R (b 1 2) S 5 7 5 34816 5 4194304 1";
    assertThat(Terminal.inForeground(status, TERMINAL)).isFalse();
  }

  @Test
  void noShellHasASayOnATerminalThatIsNotItsOwn() {
    assertThat(Terminal.inForeground("7 (java) S 5 7 5 34817 5 4194304 1", TERMINAL)).isTrue();
    assertThat(Terminal.inForeground("7 (java) S 5 7 5 0 -1 4194304 1", TERMINAL)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7 (java)", "7 (java) S 5 7 5 34816", "7 (java) S 5 7 5 x 7"})
  void whatIsNoStatusIsRefused(String status) {
    assertThatIllegalArgumentException().isThrownBy(() -> Terminal.inForeground(status, TERMINAL));
  }

  @Test
  void noShellHasASayOnWhatIsNoTerminal() {
    assertThat(Terminal.inForeground("7 (java) S 5 7 5 0 -1 4194304 1", 0)).isTrue();
    assertThat(Terminal.inForeground()).as("in a test, whose output is read").isTrue();
  }
}
