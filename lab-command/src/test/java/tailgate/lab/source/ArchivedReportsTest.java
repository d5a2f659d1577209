package tailgate.lab.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.burst.BurstPlan;
import tailgate.lab.burst.BurstReport;
import tailgate.lab.burst.BurstResult;
import tailgate.lab.burst.BurstSamples;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Archive.Heading;

class ArchivedReportsTest {

  private static final Environment ENVIRONMENT =
      new Environment("now", "a machine", "a java", "abc123", "a command");
  private static final BurstResult RESULT = BurstSamples.result(1, Role.FIXED, 1_000);

  @TempDir Path folder;

  @Test
  void anAccountCanBeMadeOfWhatWasWritten() throws Exception {
    Archive archive = archive("burst");
    archive.append(RESULT);

    Archive.Content content = archive.read();

    assertThat(ArchivedReports.of(content))
        .isEqualTo(new BurstReport(BurstPlan.QUICK, List.of(RESULT)));
  }

  @Test
  void anUnknownExperimentIsNamed() throws Exception {
    assertThatThrownBy(() -> ArchivedReports.of(archive("alchemy").read()))
        .isInstanceOf(LabException.class)
        .hasMessage("there is no experiment 'alchemy'");
  }

  private Archive archive(String experiment) throws Exception {
    return Archive.create(
        folder, new Heading(experiment, ENVIRONMENT, JsonFiles.tree(BurstPlan.QUICK)));
  }
}
