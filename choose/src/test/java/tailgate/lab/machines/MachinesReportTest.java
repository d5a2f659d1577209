package tailgate.lab.machines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tailgate.lab.choose.ChoosePlan;
import tailgate.lab.choose.ChooseReport;
import tailgate.lab.choose.ChooseSamples;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Host;
import tailgate.lab.machines.MachinesReport.Source;
import tailgate.lab.report.Chart;
import tailgate.lab.results.Archive.Failure;

class MachinesReportTest {

  /** The constructed machines: where there are more cores, threads are ahead of the event loop. */
  private static final Source SMALL =
      source("small", 1, "21.0.8", Map.of("threadpool", 900.0, "event-loop", 1_500.0));

  private static final Source LARGE =
      source(
          "large",
          8,
          "25.0.3",
          Map.of("threadpool", 9_000.0, "event-loop", 5_000.0, "virtual-threads", 9_300.0));

  private final MachinesReport report = new MachinesReport(List.of(LARGE, SMALL));

  @Test
  void rowsAreInTheOrderOfCoresAndJava() {
    Source newer = source("newer", 1, "25.0.3", Map.of("threadpool", 950.0));

    assertThat(new MachinesReport(List.of(LARGE, newer, SMALL)).sources())
        .extracting(Source::label)
        .containsExactly("small", "newer", "large");
  }

  @Test
  void aRowHasTheMachineAndTheCapacityAndRankOfEachStage() {
    assertThat(report.text().replaceAll(" +", " "))
        .contains(
            "| run | cores | CPU | Java | commit | doubts |",
            "| A | 1 of 2 | AMD EPYC 7763 | 21.0.8 | 0123456 | 2 |",
            "| B | 8 of 16 | AMD EPYC 7763 | 25.0.3 | 0123456 | 1 |",
            "| run | threadpool | virtual-threads | event-loop |",
            "| A | 900 (2) | – | 1,500 (1) |",
            "| B | 9,000 (1) | 9,300 (1) | 5,000 (3) |");
  }

  @Test
  void theFindingsSayWhoIsFirstAndWhoChangesPlaces() {
    assertThat(report.text())
        .contains(
            """
            - On A: event-loop is first.
            - On B: threadpool and virtual-threads share first place.
            - threadpool is ahead of event-loop on B, and behind it on A; where it is ahead,
              the server has more cores and Java is newer.
            """);
  }

  @Test
  void noLineIsWiderThanATerminal() {
    Map<String, Double> all = new HashMap<>();
    for (String stage :
        List.of("singlethreaded", "thread-per-request", "adaptive-pool", "a-server-of-somebody")) {
      all.put(stage, 123_456.0);
    }
    all.putAll(Map.of("threadpool", 0.0, "event-loop", 12.5, "virtual-threads", 99_999.0));
    List<Source> many =
        IntStream.range(0, 30).mapToObj(i -> source("m" + i, 1 + i, "21.0.8", all)).toList();

    assertThat(new MachinesReport(many).text().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void aRunWithoutResultsKeepsItsRow() {
    Source cut = source("cut", 1, "25.0.3", Map.of());

    assertThat(new MachinesReport(List.of(SMALL, cut)).text())
        .contains("- On B: nothing was measured.\n")
        .containsPattern("\\| B +\\| +– \\| +– \\|");
  }

  @Test
  void anotherObjectiveHasATableOfItsOwn() {
    Source strict =
        new Source(
            "strict",
            environment(1, "25.0.3"),
            new ChooseReport(
                ChooseSamples.plan("p99=30ms"), ChooseSamples.results(Map.of("threadpool", 800.0))),
            List.of());

    MachinesReport both = new MachinesReport(List.of(SMALL, strict));

    assertThat(both.groups())
        .extracting(group -> group.question().toString())
        .containsExactly(
            "a handler that waits 20ms, GET /data.json, P99 within 50 ms",
            "a handler that waits 20ms, GET /data.json, P99 within 30 ms");
    assertThat(both.sections()).hasSize(2);
    assertThat(both.text()).contains("There is no other machine to compare with.");
  }

  @Test
  void theFolderOfAHandlerJarIsNoDifference() {
    assertThat(ComparedQuestion.of(withJar("/home/ann/shop.jar")))
        .isEqualTo(ComparedQuestion.of(withJar("/srv/shop.jar")))
        .isNotEqualTo(ComparedQuestion.of(withJar("/srv/other.jar")));
  }

  @Test
  void doubtsAreCountedInTheTableAndSaidBelow() {
    Source failed =
        new Source(
            "failed",
            environment(1, "25.0.3"),
            SMALL.report(),
            List.of(new Failure("block-1/virtual-threads", "no such luck")));

    assertThat(new MachinesReport(List.of(failed, LARGE)).text())
        .contains(
            """

            Doubts:

            - A: 1 run failed; nobody looked whether the machine was quiet; the A/A arm
              differs by 20 %
            - B: nobody looked whether the machine was quiet
            """);
  }

  @Test
  void thePageHasAllColumnsAndAChartWithAPlaceForEachMachine() {
    Chart chart = report.sections().get(0).charts().get(0);

    assertThat(report.sections().get(0).table().get(0))
        .contains("kernel", "vendor", "collector", "threadpool");
    assertThat(chart.categories())
        .containsExactly("A: cores 1 of 2, Java 21.0.8", "B: cores 8 of 16, Java 25.0.3");
    assertThat(chart.series()).extracting(line -> line.points().size()).containsExactly(2, 1, 2);
  }

  @Test
  void aProgramGetsTheRows() {
    JsonNode json = JsonFiles.tree(report.json().orElseThrow());

    assertThat(json.at("/groups/0/rows/1/machine/serverCores").asInt()).isEqualTo(8);
    assertThat(json.at("/groups/0/rows/1/standings/0/perSecond").asDouble()).isEqualTo(9_000);
  }

  @Test
  void anOldArchiveHasItsMachineInWords() {
    Environment old =
        new Environment(
            "2026-11-22T18:35:39Z",
            "Intel(R) Xeon(R) CPU @ 2.20GHz, 2 processors, 24105 MiB, Linux 6.18.44, amd64, load"
                + " average 0.4 at the start",
            "openjdk version \"25.0.3\" 2026-04-21 LTS, OpenJDK Runtime Environment"
                + " Temurin-25.0.3+9 (build 25.0.3+9-LTS)",
            "6adc2b45a4c0",
            "./tailgate choose",
            "server on 0, generator and lab on 1; collector of the servers: g1",
            null,
            null,
            null);

    ComparedMachine machine = Headings.machine(old);

    assertThat(machine)
        .isEqualTo(
            new ComparedMachine(
                "Intel(R) Xeon(R) CPU @ 2.20GHz",
                2,
                1,
                false,
                24_105L,
                "Linux 6.18.44",
                "25.0.3",
                "Temurin",
                "g1",
                "6adc2b45a4c0"));
    assertThat(machine.shortCpu()).isEqualTo("Intel Xeon");
  }

  @Test
  void keysGoOnAfterTheAlphabet() {
    assertThat(IntStream.of(0, 25, 26, 51, 52).mapToObj(MachinesReport::key))
        .containsExactly("A", "Z", "AA", "AZ", "BA");
  }

  private static ChoosePlan withJar(String file) {
    ChoosePlan usual = ChooseSamples.plan();
    return new ChoosePlan(
        usual.objective(),
        usual.stages(),
        usual.handler(),
        List.of("--handler-jar", file, "--handler", "shop.Shop"),
        usual.own(),
        usual.path(),
        usual.fileSize(),
        usual.keepAlive(),
        usual.pace(),
        usual.blocks(),
        usual.cores(),
        null);
  }

  private static Source source(
      String label, int cores, String java, Map<String, Double> capacities) {
    return new Source(
        label,
        environment(cores, java),
        new ChooseReport(ChooseSamples.plan(), ChooseSamples.results(capacities)),
        List.of());
  }

  private static Environment environment(int cores, String java) {
    Host host =
        new Host(
            "AMD EPYC 7763 64-Core Processor",
            2 * cores,
            4_096L,
            "Linux",
            "6.18",
            "amd64",
            java,
            "Eclipse Adoptium",
            "a VM",
            java + "+9");
    Host.Parties parties =
        new Host.Parties(
            IntStream.range(0, cores).boxed().toList(),
            IntStream.range(cores, 2 * cores).boxed().toList(),
            "g1",
            true);
    return new Environment(
        "2026-11-22T18:35:39Z",
        "a machine",
        "a Java",
        "0123456789ab",
        "./tailgate choose",
        "apart",
        null,
        host,
        parties);
  }
}
