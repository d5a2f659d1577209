package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ReactorOptionsTest {

  @Test
  void thereIsOneForTwoCoresAndAtLeastOne() {
    assertThat(ReactorOptions.forCores(1)).isEqualTo(1);
    assertThat(ReactorOptions.forCores(2)).isEqualTo(1);
    assertThat(ReactorOptions.forCores(3)).isEqualTo(1);
    assertThat(ReactorOptions.forCores(8)).isEqualTo(4);
  }

  @Test
  void theUserHasTheLastWord() {
    assertThat(CommandLine.populateSpec(Command.class, "--reactors", "7").options.reactors())
        .isEqualTo(7);
  }

  /** A stage with such a pool. */
  @CommandLine.Command
  static final class Command {
    @CommandLine.Mixin private ReactorOptions options = new ReactorOptions();
  }
}
