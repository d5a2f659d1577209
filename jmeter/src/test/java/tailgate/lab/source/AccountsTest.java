package tailgate.lab.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.burst.BurstAccount;
import tailgate.lab.burst.BurstResult;
import tailgate.lab.burst.BurstSamples;
import tailgate.lab.burst.Candidate.Role;
import tailgate.lab.burst.Pace;
import tailgate.lab.load.Json;
import tailgate.lab.machine.Environment;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Heading;

class AccountsTest {

  private static final Environment ENVIRONMENT =
      new Environment("now", "a machine", "a java", "abc123", "a command");
  private static final BurstResult RESULT = BurstSamples.result(1, Role.FIXED, 1_000);

  @TempDir Path folder;

  @Test
  void anAccountCanBeMadeOfWhatWasWritten() throws Exception {
    Archive archive = archive("burst");
    archive.append(RESULT);

    Archive.Content content = archive.read();

    assertThat(Accounts.of(content)).isEqualTo(new BurstAccount(Pace.QUICK, List.of(RESULT)));
  }

  @Test
  void anUnknownExperimentIsNamed() throws Exception {
    assertThatThrownBy(() -> Accounts.of(archive("alchemy").read()))
        .isInstanceOf(LabException.class)
        .hasMessage("an experiment 'alchemy' is not known here");
  }

  private Archive archive(String experiment) throws Exception {
    return Archive.create(folder, new Heading(experiment, ENVIRONMENT, Json.tree(Pace.QUICK)));
  }
}
