package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tailgate.metrics.PoolStatistics;

final class AdmissionOptionsTest {

  @Command(name = "virtual-threads")
  private static final class WithAdmission {
    @Mixin AdmissionOptions admission = new AdmissionOptions();
  }

  private static AdmissionOptions parsed(String... args) {
    var command = new WithAdmission();
    CommandLine line = new CommandLine(command);
    Converters.register(line);
    line.parseArgs(args);
    return command.admission;
  }

  @Test
  void thereIsNoBoundUnlessOneIsGiven() {
    assertThat(parsed().admission(10)).isNull();
    assertThat(parsed().inWords()).isEmpty();
  }

  @Test
  void saysWhatIsTyped() {
    AdmissionOptions options =
        parsed("--max-concurrent=8", "--queue-policy=codel", "--admission=credits");
    assertThat(options.inWords()).isEqualTo(", 8 at a time, codel, admission credits");
    assertThat(AdmissionOptions.statistics(3, 10, options.admission(10)))
        .isEqualTo(PoolStatistics.perTask(3, 10).withQueue(0, 10));
  }

  @Test
  void aTargetNeedsAnAdmissionThatKnowsOne() {
    assertThatThrownBy(() -> parsed("--max-concurrent=8", "--admission-target=10ms").admission(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a target is for the admissions aimd and credits, not none");
  }

  @Test
  void theBoundIsAtLeastOne() {
    assertThatThrownBy(() -> parsed("--max-concurrent=0").admission(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--max-concurrent must be at least 1, not 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--queue-policy=codel", "--deadline=80ms", "--admission=credits"})
  void aPolicyNeedsABound(String option) {
    assertThatThrownBy(() -> parsed(option).admission(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--queue-policy, --deadline and --admission need --max-concurrent: without it no"
                + " request waits");
  }
}
