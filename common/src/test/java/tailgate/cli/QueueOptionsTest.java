package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import tailgate.queue.AdmissionKind;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.QueuePolicy;

final class QueueOptionsTest {

  @Command(name = "queue")
  private static final class WithQueue {
    @Mixin QueueOptions queue = new QueueOptions();
  }

  private static QueueOptions parsed(String... args) {
    var command = new WithQueue();
    CommandLine line = new CommandLine(command);
    Converters.register(line);
    line.parseArgs(args);
    return command.queue;
  }

  @Test
  void saysWhatIsTyped() {
    QueueOptions options =
        parsed(
            "--queue-policy=codel-lifo",
            "--codel-target=20ms",
            "--codel-interval=1s",
            "--deadline=80ms",
            "--admission=credits");
    assertThat(options.discipline())
        .isEqualTo(
            new QueueDiscipline(
                QueuePolicy.CODEL_LIFO,
                Duration.ofMillis(20),
                Duration.ofSeconds(1),
                Duration.ofMillis(80)));
    assertThat(options.admission()).isEqualTo(AdmissionKind.CREDITS);
    assertThat(options.inWords()).isEqualTo(", codel-lifo, deadline 80ms, admission credits");
  }

  @Test
  void namesTheAdmissionsThatThereAre() {
    assertThatThrownBy(() -> parsed("--admission=red"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("'red' is none of none, aimd, gradient, vegas, credits, pid");
  }

  @Test
  void theBannerSaysNothingOfTheDefault() {
    assertThat(parsed().inWords()).isEmpty();
    assertThat(parsed("--queue-policy=lifo").inWords()).isEqualTo(", lifo");
    assertThat(parsed("--deadline=1s").inWords()).isEqualTo(", deadline 1s");
  }
}
