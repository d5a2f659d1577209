package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.choose.Samples.arm;
import static tailgate.lab.choose.Samples.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.lab.choose.GateFiles.Verdict;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.results.Archive.Failure;

class CapacityReportTest {

  private static final Arm SERVER = arm("server", null, false, 1_000);

  private final CapacityReport report = report(null, SERVER);

  @Test
  void theTextBeginsWithTheRateThatIsHeldAndWhereItBreaks() {
    assertThat(report.text().replaceAll("\\s+", " "))
        .startsWith(
            "It holds 1,000 requests/s with P99 within 50 ms, and breaks at 1,020/s, where P99 was"
                + " 60.0 ms. ");
  }

  @Test
  void aLineOfTheTableIsARate() {
    assertThat(report.table())
        .extracting(line -> line.get(0))
        .containsExactly("at", "half", "holds", "breaks", "1.5x", "2x");
    assertThat(report.text().replaceAll(" +", " "))
        .contains("| half | 500 | 20.1 | 21.1 | 100.0 % | – |");
  }

  @Test
  void whatIsNotKnownWithoutTheProcessIsNotShown() {
    assertThat(report.text()).doesNotContainIgnoringCase("cpu", "MiB", "threads", "cores");
    assertThat(report.text()).doesNotContain("ecommend");
  }

  @Test
  void noLineIsWiderThanATerminal() {
    assertThat(report(1_500.0, SERVER).text().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void theTextSaysWhatHappensAboveThatAndAfterIt() {
    String text = report.text().replaceAll("\\s+", " ");

    assertThat(text)
        .contains(
            "- At 1.5 times as much: 999 answers/s are in time, 100 % of what it holds; the P99")
        .contains("its latency was what it had been before in 1.2 s.");
  }

  @Test
  void itSaysWhyTheSlowestWereSlowIfTheServerDoes() {
    CapacityReport explained = report(null, Samples.explained(SERVER));

    assertThat(explained.text().replaceAll("\\s+", " "))
        .contains("- Near its capacity, the slowest 1 % (2) took 47.0 ms on average")
        .contains("of the difference, 100 % is the wait for a worker.");
    assertThat(explained.sections()).hasSize(2);
  }

  @Test
  void whatTheGeneratorHasEndedDoesNotBreak() {
    Arm ended =
        new Arm(
            "server",
            null,
            false,
            null,
            1_000,
            SERVER.steps(),
            new Capacity(List.of(1_000.0), List.of(1_000.0), true),
            null,
            null,
            SERVER.measured(),
            null,
            null);

    assertThat(report(null, ended).table())
        .extracting(line -> line.get(0))
        .containsExactly("at", "holds");
    assertThat(report(null, ended).text().replaceAll("\\s+", " "))
        .startsWith(
            "It holds at least 1,000 requests/s with P99 within 50 ms: the generator here can be"
                + " trusted with no more.");
  }

  @Test
  void withoutARateToHoldAnyRateWillDo() {
    assertThat(report.verdict()).contains(Verdict.HELD);
    assertThat(new CapacityReport(report.plan(), List.of()).verdict()).isEmpty();
  }

  @Test
  void aServerThatFailsSaysWithWhat() {
    Arm failing =
        new Arm(
            "server",
            null,
            false,
            null,
            12_000,
            List.of(Samples.step(40).failed(20).build()),
            new Capacity(List.of(0.0), List.of(40.0), false),
            null,
            null,
            SERVER.measured(),
            null,
            null);

    CapacityReport broken = report(null, failing);

    assertThat(broken.verdict()).contains(Verdict.NOT_HELD);
    assertThat(broken.verdicts().replaceAll("\\s+", " "))
        .contains(
            "It keeps P99 within 50 ms at no rate that was tried: at 40.0/s, where 50.0 % failed"
                + " (500).");
  }

  @Test
  void aRateThatHasToBeHeldIsASentenceAndATest() {
    CapacityReport missed = report(1_500.0, SERVER);

    assertThat(missed.text().replaceAll("\\s+", " "))
        .contains("- It does not hold the 1,500 requests/s that it has to hold.");
    assertThat(missed.summary(List.of()))
        .startsWith("**NOT HELD** `GET http://localhost/a?b=1&c=2`: It holds 1,000 requests/s");
    assertThat(missed.answer(List.of()).junit())
        .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .contains("tests=\"1\" failures=\"1\" errors=\"0\"")
        .contains(
            "<testcase classname=\"GET http://localhost/a?b=1&amp;c=2\" name=\"holds 1,500"
                + " requests/s with P99 within 50 ms\">")
        .contains("<failure message=\"**NOT HELD** ");
  }

  @Test
  void aRunWithoutFiguresIsAnErrorOfTheTest() {
    CapacityReport none = new CapacityReport(report.plan(), List.of());

    assertThat(none.answer(List.of(new Failure("block-1/server", "it has <ended>"))).junit())
        .contains(
            "failures=\"0\" errors=\"1\"",
            "<error message=\"**NOT MEASURED** ",
            "it has &lt;ended&gt;\"/>");
  }

  @Test
  void withoutResultsThereIsStillAText() {
    CapacityReport none = new CapacityReport(report.plan(), List.of());

    assertThat(none.text()).contains("| at ");
    assertThat(none.question())
        .isEqualTo(
            "What rate does GET http://localhost/a?b=1&c=2 hold, if P99 within 50 ms is to be kept,"
                + " and what happens above it?");
  }

  @Test
  void aReportCanBeMadeFromWhatWasWritten() throws Exception {
    byte[] json = JsonFiles.compact(report.plan()).getBytes(StandardCharsets.UTF_8);

    assertThat(JsonFiles.read(JsonFiles.parse(json), UrlPlan.class)).isEqualTo(report.plan());
  }

  @Test
  void aProgramGetsTheVerdictAndTheSteps() {
    JsonNode json = JsonFiles.tree(report(500.0, SERVER).json().orElseThrow());

    assertThat(json.at("/verdict").asText()).isEqualTo("HELD");
    assertThat(json.at("/leastRate").asDouble()).isEqualTo(500);
    assertThat(json.at("/server/capacity").asDouble()).isEqualTo(1_000);
  }

  @Test
  void thePageBeginsWithTheCapacity() {
    assertThat(report(500.0, SERVER).page().answers())
        .extracting(answer -> answer.about() + ": " + answer.mood())
        .containsExactly("Capacity: good", "Gate: good", "Above it, and how sure it is: open");
    assertThat(report.sections().getFirst().charts()).hasSize(2);
  }

  private static CapacityReport report(@Nullable Double least, Arm arm) {
    UrlPlan plan =
        UrlPlan.of(
            Samples.OBJECTIVE,
            "GET http://localhost/a?b=1&c=2",
            "/a?b=1&c=2",
            true,
            Pace.QUICK,
            new Blocks(1, 7),
            null,
            least);
    return new CapacityReport(plan, List.of(result(arm)));
  }
}
