package tailgate.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.burst.BurstPlan;
import tailgate.lab.burst.BurstReport;
import tailgate.lab.burst.BurstResult;
import tailgate.lab.burst.BurstSamples;
import tailgate.lab.machine.Environment;
import tailgate.lab.results.Archive.Failure;

class PublicationTest {

  private static final List<BurstResult> RESULTS =
      List.of(
          BurstSamples.result(1, Role.FIXED, 1_000_000),
          BurstSamples.result(1, Role.ADAPTIVE, 61_300),
          BurstSamples.result(1, Role.REFERENCE, 55_000));

  @TempDir Path folder;

  @Test
  void theTextSaysWhereHowAndWhat() {
    assertThat(publication(RESULTS).toString())
        .contains("    machine   a machine", "    commit    abc123")
        .contains("1 x (quiet 35000 ms, spike 1000 ms, cool-down 3000 ms)")
        .contains("    generator 100.0 % or more of the requests of each run left within 10 ms")
        .contains(
            "- io-50ms, kept: in a spike an adaptive pool has a P99 at least 30 % below that of a"
                + " pool of 8 (Rust pool study: at least 30 % predicted, 8 % more measured):"
                + " FIRST IMPRESSION: -94 %")
        .contains("a run: FAILED: no such luck");
  }

  @Test
  void thePageNeedsNothingFromElsewhere() throws Exception {
    publication(RESULTS).write();

    String page = Files.readString(folder.resolve(Publication.PAGE));
    assertThat(page)
        .contains("-94 %", "\"61.3\"", "a machine & \\u003c/script>", "Chart.js")
        .contains("FAILED: no such luck")
        .doesNotContain("{{", "<script src", "<link", "@import");
  }

  @Test
  void anExperimentThatEndedAtOnceSaysSo() throws Exception {
    publication(List.of()).write();

    assertThat(Files.readString(folder.resolve(Publication.TEXT)))
        .contains("No run was completed.");
    assertThat(folder.resolve(Publication.PAGE)).doesNotExist();
  }

  private Publication publication(List<BurstResult> results) {
    Environment environment =
        new Environment("now", "a machine & </script>", "a java", "abc123", "a command");
    return new Publication(
        new BurstReport(BurstPlan.FULL, results),
        environment.facts(),
        List.of(new Failure("a run", "no such luck")),
        folder);
  }
}
