package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.choose.Samples.arm;
import static tailgate.lab.choose.Samples.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.report.Chart;
import tailgate.lab.results.Publication;

class ChooseReportTest {

  private static final ChoosePlan PLAN =
      Samples.plan(
          List.of("singlethreaded", "thread-per-request", "threadpool", "virtual-threads"),
          Pace.QUICK);

  private final List<ChooseResult> results =
      List.of(
          result(arm("virtual-threads", null, false, 12_345)),
          result(arm("threadpool", 100, false, 4_900), arm("threadpool", 1_256, true, 11_900)),
          result(arm("thread-per-request", null, false, 9_800)),
          result(arm("singlethreaded", null, false, 21.5)));

  private final ChooseReport report = new ChooseReport(PLAN, results);

  @Test
  void noLineIsWiderThanATerminal() {
    assertThat(report.text().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void theRowsAreInTheOrderOfTheStages() {
    assertThat(report.table().stream().skip(1).map(row -> row.get(0)))
        .containsExactly(
            "singlethreaded",
            "thread-per-request",
            "threadpool 100",
            "threadpool 1256",
            "virtual-threads");
  }

  @Test
  void aRowSaysWhatAStageCanDoAndWhatThatTakes() {
    assertThat(report.text().replaceAll(" +", " "))
        .contains(
            "| virtual-threads | 12,345 | 12,345–12,592 | – | 21.1 |",
            "| virtual-threads | 100 | 100 | 1.2 |",
            "| virtual-threads | 20.0 | 100 | 1.23 | 30 | 150 |");
  }

  @Test
  void theTextBeginsWithTheRecommendation() {
    assertThat(report.text())
        .startsWith("It makes no difference here between")
        .contains("\nWhy:\n\n- ", "\nHow sure it is:\n")
        .contains("\nWhat would change it:\n");
  }

  @Test
  void thePageBeginsWithTheRecommendationAndHasTheObjectiveAsALine() {
    assertThat(report.page().answers().get(0).about()).isEqualTo("Recommendation");
    Chart sticks = report.sections().get(0).charts().get(0);
    assertThat(sticks.kind()).isEqualTo(Chart.Kind.RATE);
    assertThat(sticks.series().get(sticks.series().size() - 1).name()).isEqualTo("objective");
    assertThat(sticks.series()).hasSize(6);
  }

  @Test
  void theSlowestRequestsNearTheCapacityAreTakenApart() {
    Arm arm = Samples.explained(Samples.arm("threadpool", 100, false, 1_000));
    ChooseReport explained = new ChooseReport(PLAN, List.of(Samples.result(arm)));

    assertThat(explained.text().replaceAll("\\s+", " "))
        .contains("Why the slowest 1 % were slow, near the capacity: - threadpool 100: the slowest")
        .contains(
            "1 % (2) took 47.0 ms on average, the faster half 20.0 ms; of the difference, 100")
        .contains("% is the wait for a worker");
    assertThat(explained.sections()).hasSize(2);
    assertThat(report.sections()).hasSize(1);
  }

  @Test
  void aReportCanBeMadeFromWhatWasWritten() throws Exception {
    ChoosePlan plan = again(PLAN, ChoosePlan.class);
    List<ChooseResult> read = List.of(again(results.get(1), ChooseResult.class));

    assertThat(plan).isEqualTo(PLAN);
    assertThat(read.get(0)).isEqualTo(results.get(1));
  }

  @Test
  void aProgramGetsTheRecommendationAndTheCandidates() throws Exception {
    JsonNode json = JsonFiles.tree(report.json().orElseThrow());

    assertThat(json.at("/recommendation/advice").asText()).startsWith("It makes no difference");
    assertThat(json.at("/candidates")).hasSize(5);
    assertThat(json.at("/candidates/4/capacity").asDouble()).isEqualTo(12_345);
  }

  @Test
  void withoutResultsTheQuestionIsStillThere() {
    assertThat(new ChooseReport(PLAN, List.of()).question())
        .isEqualTo(
            "Which model for a handler that waits 20ms, at what rate, if P99 within 50 ms is to be"
                + " kept?");
  }

  private static <T> T again(T value, Class<T> type) throws Exception {
    byte[] json = JsonFiles.compact(value).getBytes(StandardCharsets.UTF_8);
    return JsonFiles.read(JsonFiles.parse(json), type);
  }

  @Test
  void onATerminalABadAnswerIsRed() {
    ChooseReport bad =
        new ChooseReport(ChooseSamples.plan(), ChooseSamples.results(Map.of("threadpool", 0.0)));

    assertThat(printed(bad, "true")).contains("\u001b[1m\u001b[31mNo model keeps ");
    assertThat(printed(bad, "false")).contains("No model keeps ").doesNotContain("\u001b");
  }

  /** Prints a report with colours or without, as the property of picocli says. */
  private static String printed(ChooseReport report, String colours) {
    StringWriter out = new StringWriter();
    System.setProperty("picocli.ansi", colours);
    try {
      new Publication(report, List.of(), List.of(), Path.of("")).print(new PrintWriter(out));
    } finally {
      System.clearProperty("picocli.ansi");
    }
    return out.toString();
  }
}
