package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AcceptorOptionsTest {

  @Test
  void thereIsOneForTwoCores() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(CommandLine.populateSpec(Command.class).options.acceptors())
        .isEqualTo(Math.max(1, cores / 2));
  }

  @Test
  void theUserHasTheLastWord() {
    assertThat(CommandLine.populateSpec(Command.class, "--acceptors", "7").options.acceptors())
        .isEqualTo(7);
  }

  /** A stage with dispatch by connection. */
  @CommandLine.Command
  static final class Command {
    @CommandLine.Mixin private AcceptorOptions options = new AcceptorOptions();
  }
}
