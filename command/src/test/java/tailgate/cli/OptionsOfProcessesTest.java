package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/**
 * With {@code --processes} all processes get the whole command line. What each option then means is
 * written here, so that nobody adds one without a thought about that.
 */
final class OptionsOfProcessesTest {

  /** For the supervisor alone: the socket, the admin port and the processes. */
  private static final String SUPERVISOR =
      "--host --port --backlog --admin --admin-port --processes --restart-timeout";

  /** Each process has its own: N processes have N times as much. */
  private static final String EACH =
      """
      --cache --cache-size --cache-entries --cache-max-file --cache-revalidate
      --max-connections --max-connections-per-client --max-request-memory --overload
      --workers
      """;

  /** The same in each process, whichever one gets the client. */
  private static final String SAME =
      """
      --allow-host --root --listing --compression --compression-min-file --media-types
      --handler-jar --handler --dispatch --keep-alive --idle-timeout --head-timeout --body-timeout --write-timeout --min-rate
      --max-request-line --max-field-line --max-fields --max-head --max-body
      --simulate-cpu --simulate-io --simulate-path --metrics --server-timing
      """;

  /** All append to one file, whole lines in one write. */
  private static final String SHARED = "--access-log --access-log-format";

  /** For the supervisor, which waits longer by a margin, and for each process. */
  private static final String BOTH =
      "--config --drain-delay --drain-timeout --stop-grace --help --version";

  @Test
  void eachOptionHasAMeaningWithSeveralProcesses() {
    var known =
        Stream.of(SUPERVISOR, EACH, SAME, SHARED, BOTH)
            .flatMap(names -> Stream.of(names.strip().split("\\s+")))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(options()).isSubsetOf(known);
  }

  private static List<String> options() {
    return StageLauncher.commandLine(new ProbeCommand()).getCommandSpec().options().stream()
        .map(OptionSpec::longestName)
        .toList();
  }
}
