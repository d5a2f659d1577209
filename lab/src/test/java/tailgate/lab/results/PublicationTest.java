package tailgate.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.compare.PhaseSamples;
import tailgate.lab.compare.VariantResult;
import tailgate.lab.compare.VariantsReport;
import tailgate.lab.machine.Environment;
import tailgate.lab.results.Archive.Failure;

class PublicationTest {

  private static final List<VariantResult> RESULTS =
      List.of(
          PhaseSamples.burst(1, "threadpool", 1_000_000),
          PhaseSamples.burst(1, "adaptive-pool", 61_300),
          PhaseSamples.burst(1, "virtual-threads", 55_000));

  @TempDir Path folder;

  @Test
  void theTextSaysWhereHowAndWhat() {
    assertThat(publication(RESULTS).toString())
        .contains("    machine   a machine", "    commit    abc123")
        .contains("quiet for 35 s (else), spike for 1 s, cool-down for 3 s (else)")
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

  private Publication publication(List<VariantResult> results) {
    Environment environment =
        new Environment(
            "now",
            "a machine & </script>",
            "a java",
            "abc123",
            "a command",
            null,
            null,
            null,
            null);
    return new Publication(
        new VariantsReport(PhaseSamples.burst(), results),
        environment.facts(),
        List.of(new Failure("a run", "no such luck")),
        folder);
  }
}
