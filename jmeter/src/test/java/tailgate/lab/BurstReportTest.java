package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.burst.BurstResult;
import tailgate.lab.burst.BurstSamples;
import tailgate.lab.burst.Candidate.Role;
import tailgate.lab.burst.Pace;

class BurstReportTest {

  private static final List<BurstResult> RESULTS =
      List.of(
          BurstSamples.result(1, Role.FIXED, 1_000_000),
          BurstSamples.result(1, Role.ADAPTIVE, 61_300),
          BurstSamples.result(1, Role.REFERENCE, 55_000));

  @TempDir Path folder;

  @Test
  void theTextSaysWhereHowAndWhat() {
    assertThat(report(RESULTS).toString())
        .contains("    machine   a machine", "    commit    abc123")
        .contains("3 x (quiet 2000 ms, spike 1000 ms, cool-down 3000 ms)")
        .contains("- io-50ms, kept: >= 30 %: HELD (median -94 %");
  }

  @Test
  void thePageNeedsNothingFromElsewhere() throws Exception {
    report(RESULTS).write();

    String page = Files.readString(folder.resolve(BurstReport.PAGE));
    assertThat(page)
        .contains("median -94 %", "\"61.3\"", "a machine & <\\/script>", "Chart.js")
        .doesNotContain("{{", "<script src", "<link", "@import");
  }

  @Test
  void thereIsALineOfDataForEachRun() throws Exception {
    report(RESULTS).write();

    assertThat(unzipped(folder.resolve(BurstReport.DATA)))
        .hasSize(3)
        .allMatch(line -> line.contains("\"workload\":\"io-50ms\""));
  }

  @Test
  void anExperimentThatEndedAtOnceSaysSo() throws Exception {
    report(List.of()).write();

    assertThat(Files.readString(folder.resolve(BurstReport.TEXT)))
        .contains("No run was completed.");
  }

  private static List<String> unzipped(Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private BurstReport report(List<BurstResult> results) {
    Environment environment =
        new Environment("now", "a machine & </script>", "a java", "abc123", "a command");
    return new BurstReport(environment, Pace.FULL, results, folder);
  }
}
