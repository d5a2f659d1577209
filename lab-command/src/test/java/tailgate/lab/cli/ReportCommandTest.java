package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.choose.ChooseResult;
import tailgate.lab.choose.ChooseSamples;
import tailgate.lab.compare.PhaseSamples;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.results.Archive;
import tailgate.lab.results.Archive.Heading;

class ReportCommandTest {

  private static final String JTL =
      """
      label,success,elapsed,timeStamp
      warm-up,true,900,900
      home,true,4,1000
      home,true,8,1100
      home,false,1,1500
      """;

  @TempDir Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void aReportIsMadeAgainFromAFolder() throws Exception {
    Path run = burst("monday");

    assertThat(report(run.toString(), "--out", root.resolve("again").toString())).isZero();

    assertThat(out.toString())
        .startsWith("# Does a pool that sizes itself cut the P99 of a burst by at least 30 %?\n")
        .contains(
            "    machine   a machine",
            "- io-50ms, kept: in a spike an adaptive pool has a P99 at least 30 % below that of a"
                + " pool of 8 (Rust pool study: at least 30 % predicted, 8 % more measured):"
                + " FIRST IMPRESSION: -94 %");
    assertThat(out.toString())
        .isEqualTo(
            Files.readString(root.resolve("again/report.md"))
                + "\n"
                + root.resolve("again/report.html")
                + "\n");
    assertThat(Files.readString(root.resolve("again/report.html"))).contains("-94 %");
  }

  @Test
  void theReportOfARunIsARunItself() throws Exception {
    Path first = root.resolve("first");
    Path second = root.resolve("second");

    assertThat(report(burst("monday").toString(), "--out", first.toString())).isZero();
    assertThat(report(first.toString(), "--out", second.toString())).isZero();

    assertThat(second.resolve("report.html")).hasSameTextualContentAs(first.resolve("report.html"));
    assertThat(second.resolve("runs.jsonl.gz"))
        .hasSameBinaryContentAs(first.resolve("runs.jsonl.gz"));
    assertThat(Files.size(first.resolve("runs.jsonl.gz")))
        .isLessThan(Files.size(root.resolve("monday/runs.jsonl.gz")));
  }

  @Test
  void forAnotherDocumentItIsPrintedAndNothingIsWritten() throws Exception {
    assertThat(report("--markdown", burst("monday").toString())).isZero();

    assertThat(out.toString())
        .startsWith("    time      now\n")
        .contains(
            "| io-50ms ",
            "- io-50ms, kept: in a spike an adaptive pool has a P99 at least 30 % below that of a"
                + " pool of 8 (Rust pool study: at least 30 % predicted, 8 % more measured):"
                + " FIRST IMPRESSION: -94 %")
        .doesNotContain("# ", "Server and generator share")
        .endsWith(" a verdict needs 10\n");
    assertThat(root.resolve("target")).doesNotExist();
  }

  @Test
  void whatIsPrintedCannotGoToAFolder() throws Exception {
    assertThat(report("--markdown", burst("monday").toString(), "--out", "x")).isEqualTo(2);

    assertThat(err.toString()).startsWith("tailgate: --markdown writes no --out");
  }

  @Test
  void severalArePrintedOneAfterTheOtherAndNotCompared() throws Exception {
    Path monday = burst("monday");
    Path none = root.resolve("none");
    Path tuesday = burst("tuesday");
    assertThat(report("--markdown", monday.toString())).isZero();
    String alone = out.toString();
    out.getBuffer().setLength(0);

    int code =
        report("--markdown", "--each", monday.toString(), none.toString(), tuesday.toString());

    assertThat(code).isEqualTo(1);
    assertThat(out.toString())
        .isEqualTo(
            """
            <!-- figures of %s -->
            %s<!-- end of figures -->
            <!-- figures of %s -->
            <!-- end of figures -->
            <!-- figures of %s -->
            %s<!-- end of figures -->
            """
                .formatted(monday, alone, none, tuesday, alone));
    assertThat(err.toString().lines()).containsExactly("tailgate: no " + none);
  }

  @Test
  void filesOfEachAreNotWritten() throws Exception {
    assertThat(report("--each", burst("monday").toString())).isEqualTo(2);

    assertThat(err.toString()).startsWith("tailgate: --each needs --markdown");
  }

  @Test
  void anArchiveAloneWillDo() throws Exception {
    Path archive = burst("monday").resolve("runs.jsonl.gz");

    assertThat(report(archive.toString())).isZero();

    assertThat(root.resolve("target/report")).isDirectoryRecursivelyContaining("glob:**.html");
  }

  @Test
  void resultsOfJMeterFromElsewhereAreReported() throws Exception {
    Path jtl = Files.writeString(root.resolve("nginx.jtl"), JTL);

    assertThat(report(jtl.toString(), "--out", root.resolve("out").toString())).isZero();

    assertThat(out.toString().replaceAll(" +", " "))
        .contains("| nginx | nginx | 4.0 | 1 (33.33 %) | 4.0 | – | – | – | – | 8.0 | – | – | – |")
        .contains("- nginx: First, at 0.5 s, the first request failed, of 1 in all.")
        .contains("What the server did meanwhile is not known.");
    assertThat(Files.readString(root.resolve("out/report.html")))
        .contains("(33.33 %)")
        .doesNotContain("{{");
  }

  @Test
  void severalRunsStandBesideEachOther() throws Exception {
    Path jtl = Files.writeString(root.resolve("nginx.jtl"), JTL);

    assertThat(
            report(
                burst("monday").toString(),
                burst("tuesday").toString(),
                jtl.toString(),
                "--out",
                root.resolve("out").toString()))
        .isZero();

    assertThat(out.toString())
        .startsWith("# What is different between them?\n")
        .containsPattern("\\| monday +\\| threadpool, io-50ms, kept +\\|")
        .containsPattern("\\| tuesday +\\| threadpool, io-50ms, kept +\\|")
        .contains("    machine, monday a machine\n", "    results, nginx ");
    assertThat(Files.readString(root.resolve("out/report.html")))
        .contains(
            "\"monday: threadpool, io-50ms, kept\"", "\"title\":\"threadpool, io-50ms, kept\"");
  }

  @Test
  void ofThousandsOfLabelsThoseWithTheMostRequestsAreShownAndTheOthersCounted() throws Exception {
    StringBuilder samples = new StringBuilder("timeStamp,elapsed,label,success\n1,5,rare,true\n");
    for (int i = 0; i < 2_000; i++) {
      samples.append("1,5,page-").append(i / 2).append(",true\n");
    }
    Path jtl = Files.writeString(root.resolve("many.jtl"), samples);

    assertThat(report(jtl.toString(), "--markdown")).isZero();

    assertThat(out.toString())
        .contains("    labels    the 100 with the most requests of 1,001\n")
        .contains("page-0 ", "page-99 ")
        .doesNotContain("page-100 ", "rare");
  }

  @Test
  void oneRequestHasNoPercentilesAndNoRate() throws Exception {
    Path jtl =
        Files.writeString(root.resolve("one.jtl"), "timeStamp,elapsed,success\n1000,5,true\n");

    assertThat(report(jtl.toString(), "--out", root.resolve("out").toString())).isZero();

    assertThat(out.toString().replaceAll(" +", " "))
        .contains("| one | one | – | 0 | – | – | – | – | – | 5.0 | – | – | – |\n")
        .contains("The only request was answered within 5.0 ms.");
  }

  @Test
  void runsOfSeveralMachinesAreOneTable() throws Exception {
    assertThat(
            report(
                choose("epyc", 4_900).toString(),
                choose("xeon", 900).toString(),
                "--out",
                root.resolve("out").toString()))
        .isZero();

    assertThat(out.toString().replaceAll(" +", " "))
        .startsWith(
            """
            # How does the order of the stages change with the machine?

             A epyc, now
             B xeon, now
            """)
        .contains("| A | 4,900 (1) |\n| B | 900 (1) |\n");
    assertThat(Files.readString(root.resolve("out/report.html"))).contains("Capacity on each");
    assertThat(root.resolve("out/report.json")).isNotEmptyFile();
  }

  @Test
  void otherExperimentsHaveNoPlaceInThatTable() throws Exception {
    Path out = root.resolve("out");

    int code =
        report(
            choose("epyc", 4_900).toString(), burst("monday").toString(), "--out", out.toString());

    assertThat(code).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "tailgate: "
                + root.resolve("monday")
                + " has no capacities; runs of choose are compared only with each other");
    assertThat(out).doesNotExist();
  }

  @Test
  void eachCauseHasItsLineAndNothingIsWritten() throws Exception {
    Path xml = Files.writeString(root.resolve("old.jtl"), "<?xml version=\"1.0\"?>");
    Path empty = Files.createDirectory(root.resolve("empty"));
    Path none = root.resolve("none");
    Path out = root.resolve("out");

    int code =
        report(
            burst("monday").toString(),
            xml.toString(),
            empty.toString(),
            none.toString(),
            "--out",
            out.toString());

    assertThat(code).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "tailgate: "
                + xml
                + " is a JMeter result in XML; set jmeter.save.saveservice.output_format=csv",
            "tailgate: " + empty + " holds no runs.jsonl.gz; is it a folder of ./tailgate compare?",
            "tailgate: no " + none);
    assertThat(out).doesNotExist();
  }

  @Test
  void aReportThatIsThereIsNotOverwritten() throws Exception {
    Path run = burst("monday");

    assertThat(report(run.toString(), "--out", run.toString())).isEqualTo(1);

    assertThat(err.toString()).contains("is not empty");
    assertThat(run).isDirectoryNotContaining("glob:**.html");
  }

  @Test
  void somethingHasToBeNamed() {
    assertThat(report()).isEqualTo(2);

    assertThat(err.toString()).startsWith("tailgate: Missing required parameter: 'RUN'");
  }

  private Path burst(String name) throws Exception {
    Path folder = Files.createDirectory(root.resolve(name));
    Environment environment =
        new Environment(
            "now", "a machine", "a java", "abc123", "a command", null, null, null, null);
    Archive archive =
        Archive.create(
            folder, new Heading("burst", environment, JsonFiles.tree(PhaseSamples.burst())));
    archive.append(PhaseSamples.burst(1, "threadpool", 1_000_000));
    archive.append(PhaseSamples.burst(1, "adaptive-pool", 61_300));
    return folder;
  }

  private Path choose(String name, double capacity) throws Exception {
    Path folder = Files.createDirectory(root.resolve(name));
    Environment environment =
        new Environment(
            "now", "a machine", "a java", "abc123", "a command", null, null, null, null);
    Archive archive =
        Archive.create(folder, Heading.of("choose", ChooseSamples.plan(), environment));
    for (ChooseResult result : ChooseSamples.results(Map.of("threadpool", capacity))) {
      archive.append(result);
    }
    return folder;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "de-DE", "tr-TR"})
  void aReportIsTheSameInEveryLocale(String language) throws Exception {
    String run = burst("monday").toString();
    assertThat(report("--markdown", run)).isZero();
    String usual = out.toString();
    out.getBuffer().setLength(0);
    Locale before = Locale.getDefault();

    Locale.setDefault(Locale.forLanguageTag(language));
    try {
      assertThat(report("--markdown", run)).isZero();
    } finally {
      Locale.setDefault(before);
    }

    assertThat(out).hasToString(usual);
  }

  private int report(String... arguments) {
    List<String> all = new ArrayList<>(List.of("report", "--project-root", root.toString()));
    all.addAll(List.of(arguments));
    return Lab.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all.toArray(String[]::new));
  }
}
