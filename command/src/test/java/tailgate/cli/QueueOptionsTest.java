package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import tailgate.queue.AdmissionKind;
import tailgate.queue.AdmissionRule;
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
            "--admission=credits",
            "--admission-target=10ms");
    assertThat(options.discipline())
        .isEqualTo(
            new QueueDiscipline(
                QueuePolicy.CODEL_LIFO,
                Duration.ofMillis(20),
                Duration.ofSeconds(1),
                Duration.ofMillis(80)));
    assertThat(options.admission())
        .isEqualTo(new AdmissionRule(AdmissionKind.CREDITS, Duration.ofMillis(10)));
    assertThat(options.inWords())
        .isEqualTo(", codel-lifo, deadline 80ms, admission credits with target 10ms");
  }

  @Test
  void namesTheAdmissionsThatThereAre() {
    assertThatThrownBy(() -> parsed("--admission=red"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("'red' is none of none, aimd, vegas, credits");
  }

  @Test
  void theTargetIsThatOfTheAdmissionUnlessOneIsGiven() {
    assertThat(parsed().admission()).isEqualTo(AdmissionRule.NONE);
    assertThat(parsed("--admission=credits").admission())
        .isEqualTo(new AdmissionRule(AdmissionKind.CREDITS, Duration.ofMillis(30)));
    assertThat(parsed("--admission=aimd").admission())
        .isEqualTo(new AdmissionRule(AdmissionKind.AIMD, Duration.ofMillis(100)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "vegas"})
  void refusesATargetForAnAdmissionThatKnowsNone(String admission) {
    QueueOptions options = parsed("--admission=" + admission, "--admission-target=10ms");
    assertThatThrownBy(options::admission)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a target is for the admissions aimd and credits, not " + admission);
  }

  @Test
  void refusesATargetWithoutAnAdmission() {
    QueueOptions options = parsed("--admission-target=10ms");
    assertThatThrownBy(options::admission)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a target is for the admissions aimd and credits, not none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--codel-target=10ms", "--codel-interval=2s"})
  void refusesWhatIsNotForFifo(String option) {
    QueueOptions options = parsed("--deadline=1s", option);
    assertThatThrownBy(options::discipline)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--codel-target and --codel-interval are for --queue-policy codel, lifo and"
                + " codel-lifo, not fifo");
    assertThat(parsed("--queue-policy=lifo", option).discipline().policy())
        .isEqualTo(QueuePolicy.LIFO);
  }

  @Test
  void theBannerSaysNothingOfTheDefault() {
    assertThat(parsed().inWords()).isEmpty();
    assertThat(parsed("--queue-policy=lifo").inWords()).isEqualTo(", lifo");
    assertThat(parsed("--deadline=1s").inWords()).isEqualTo(", deadline 1s");
  }
}
