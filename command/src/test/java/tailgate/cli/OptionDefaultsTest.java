package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.http.Limits;
import tailgate.queue.QueueDiscipline;
import tailgate.server.connection.Timeouts;

/** The defaults are written twice, once for people; both must say the same. */
class OptionDefaultsTest {

  @Command(name = "capacity")
  private static final class WithCapacity {
    @Mixin CapacityOptions capacity = new CapacityOptions();
    @Mixin QueueOptions queue = new QueueOptions();
  }

  @Test
  void theDefaultsOfHelpAreThoseOfTheServer() {
    assertThat(parsed(new ConnectionOptions()).timeouts()).isEqualTo(Timeouts.DEFAULT);
    assertThat(parsed(new ConnectionOptions()).limits()).isEqualTo(Limits.DEFAULT);
    assertThat(parsed(new FileOptions()).cache()).isEqualTo(CacheSettings.DEFAULT);
    assertThat(parsed(new FileOptions()).compression()).isEqualTo(Compression.DEFAULT);
  }

  @Test
  void theDefaultsOfHelpAreThoseOfTheFields() {
    assertThat(parsed(new ListenOptions()))
        .usingRecursiveComparison()
        .isEqualTo(new ListenOptions());
    assertThat(parsed(new FileOptions())).usingRecursiveComparison().isEqualTo(new FileOptions());
    assertThat(parsed(new ConnectionOptions()))
        .usingRecursiveComparison()
        .isEqualTo(new ConnectionOptions());
    assertThat(parsed(new TraceOptions())).usingRecursiveComparison().isEqualTo(new TraceOptions());
    assertThat(parsed(new OwnHandlerOptions()))
        .usingRecursiveComparison()
        .isEqualTo(new OwnHandlerOptions());
    assertThat(parsed(new AdminOptions())).usingRecursiveComparison().isEqualTo(new AdminOptions());
    assertThat(parsed(new ProcessOptions()))
        .usingRecursiveComparison()
        .isEqualTo(new ProcessOptions());
    assertThat(parsed(new WithCapacity()).capacity)
        .usingRecursiveComparison()
        .isEqualTo(new CapacityOptions());
    assertThat(parsed(new WithCapacity()).queue)
        .usingRecursiveComparison()
        .isEqualTo(new QueueOptions());
    assertThat(new QueueOptions().discipline()).isEqualTo(QueueDiscipline.PLAIN);
  }

  @ParameterizedTest
  @CsvSource({
    "--host, 127.0.0.1",
    "--port, 8010",
    "--cache-size, 64MiB",
    "--idle-timeout, 60s",
    "--drain-timeout, 30s",
    "--drain-delay, 0s",
    "--workers, 7",
  })
  void helpNamesTheDefaultInParentheses(String option, String value) {
    assertThat(help()).containsPattern(option + "=[^()]*\\(" + value + "\\)\n");
  }

  @Test
  void everyOptionOfHelpEndsWithItsDefault() {
    for (OptionSpec option :
        StageLauncher.commandLine(new ProbeCommand()).getCommandSpec().options()) {
      if (!option.usageHelp() && !option.versionHelp()) {
        assertThat(String.join(" ", option.description()))
            .as(option.longestName())
            .matches(".*\\. \\([^()]+\\)");
      }
    }
  }

  @Test
  void helpFitsEightyColumnsAndStartsWithWhatIsTheStagesOwn() {
    String help = help();

    assertThat(help.lines()).allMatch(line -> line.length() <= 80);
    assertThat(help).startsWith("Usage: probe [OPTIONS]\nIs there to be tested.\n");
    assertThat(
            Arrays.asList(
                "Options of this stage:",
                "--workers",
                "Listening:",
                "--port",
                "Files:",
                "A handler of your own:",
                "Connections and requests:",
                "connection:",
                "request:",
                "Simulated work:",
                "Monitoring:",
                "Tracing of requests:",
                "The process:",
                "--help",
                "Exit codes:"))
        .isSortedAccordingTo((a, b) -> Integer.compare(help.indexOf(a), help.indexOf(b)))
        .allMatch(help::contains);
  }

  private static String help() {
    return StageLauncher.commandLine(new ProbeCommand()).getUsageMessage(Ansi.OFF);
  }

  /** The options as they are when the command line is empty. */
  private static <T> T parsed(T options) {
    CommandLine line = new CommandLine(options);
    Converters.register(line);
    line.parseArgs();
    return options;
  }
}
