package tailgate.lab.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.choose.CapacityReport;
import tailgate.lab.choose.ChooseSamples;
import tailgate.lab.choose.UrlPlan;
import tailgate.lab.compare.PhaseSamples;
import tailgate.lab.compare.VariantResult;
import tailgate.lab.compare.VariantsReport;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Archive.Heading;

class ArchivedReportsTest {

  private static final Environment ENVIRONMENT =
      new Environment("now", "a machine", "a java", "abc123", "a command", null, null, null, null);
  private static final VariantResult RESULT = PhaseSamples.burst(1, "threadpool", 1_000);

  @TempDir Path folder;

  @Test
  void anAccountCanBeMadeOfWhatWasWritten() throws Exception {
    Archive archive = archive("burst", PhaseSamples.burst());
    archive.append(RESULT);

    Archive.Content content = archive.read();

    assertThat(ArchivedReports.of(content))
        .isEqualTo(new VariantsReport(PhaseSamples.burst(), List.of(RESULT)));
  }

  @Test
  void aRunAtAServerThatRanAlreadyCanBeReportedAgain() throws Exception {
    UrlPlan plan = new UrlPlan(ChooseSamples.plan(), null, null);

    assertThat(ArchivedReports.of(archive("choose-url", plan).read()))
        .isEqualTo(new CapacityReport(plan, List.of()));
  }

  @Test
  void anUnknownExperimentIsNamed() throws Exception {
    assertThatThrownBy(() -> ArchivedReports.of(archive("alchemy", Map.of()).read()))
        .isInstanceOf(LabException.class)
        .hasMessage("there is no experiment 'alchemy'");
  }

  @Test
  void anArchiveFromBeforeTheExperimentWasAFileSaysWhatUpdatesIt() {
    assertThatThrownBy(() -> ArchivedReports.of(archive("burst", Map.of()).read()))
        .isInstanceOf(LabException.class)
        .hasMessage("this archive of burst is an old one; build/migrate-runs.py FOLDER updates it");
  }

  private Archive archive(String experiment, Object plan) throws Exception {
    return Archive.create(folder, new Heading(experiment, ENVIRONMENT, JsonFiles.tree(plan)));
  }
}
