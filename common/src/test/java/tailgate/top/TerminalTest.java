package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TerminalTest {

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
}
