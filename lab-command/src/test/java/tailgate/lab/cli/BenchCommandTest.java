package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tailgate.lab.bench.BenchResults;
import tailgate.lab.project.Project;
import tailgate.lab.testing.FakeJar;

@Tag("slow")
class BenchCommandTest {

  @TempDir Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void makesAReportOfWhatJmhHasFound() throws Exception {
    benchmarks(FakeBenchmarks.Behaviour.MEASURES);

    assertThat(bench("Response", "--out", "found")).isZero();

    assertThat(root.resolve("found/results.json")).exists();
    assertThat(Files.readString(root.resolve("found/report.md")))
        .contains("machine ", "commit ", "command ", "effort ", "312.5");
    assertThat(Files.readString(root.resolve("found/report.html")))
        .contains("ServerBenchmark, latency", "Chart.js");
    assertThat(out.toString()).endsWith("\n" + root.resolve("found/report.html") + "\n");
  }

  @Test
  void passesOnWhatItDoesNotKnow() throws Exception {
    benchmarks(FakeBenchmarks.Behaviour.MEASURES);

    assertThat(bench("Parser", "-p", "head=SMALL", "-prof", "gc", "-f", "5")).isZero();

    assertThat(arguments()).startsWith("Parser -p head=SMALL -prof gc -f 5 -rf json -rff ");
  }

  @Test
  void aLookIsShortAndTriesOneSizeOfPool() throws Exception {
    benchmarks(FakeBenchmarks.Behaviour.MEASURES);

    assertThat(bench("--quick", "--out", "a")).isZero();
    assertThat(arguments()).contains("-f 1 -wi 1 ").contains(" -p workers=8 -prof gc -rf ");

    assertThat(bench("--quick", "--out", "b", "-p", "workers=32")).isZero();
    assertThat(arguments()).startsWith("-p workers=32 -f 1").doesNotContain("workers=8");
  }

  @Test
  void whereNothingWasMeasuredNothingIsLeft() throws Exception {
    benchmarks(FakeBenchmarks.Behaviour.ONLY_LISTS);
    assertThat(bench("-l", "--out", "list")).isZero();

    benchmarks(FakeBenchmarks.Behaviour.FAILS);
    assertThat(bench("--out", "broken")).isEqualTo(3);

    assertThat(root.resolve("list")).doesNotExist();
    assertThat(root.resolve("broken")).doesNotExist();
    assertThat(out.toString()).doesNotContain("Report");
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    assertThat(bench()).isEqualTo(1);
    assertThat(err.toString()).contains("benchmarks.jar; build it with: mvn package");
  }

  @Test
  void aReportCanBeMadeAgainElsewhere() throws Exception {
    Path results = canned(root.resolve("results.json"));

    assertThat(lab("bench-report", results.toString(), "--out", root + "/new")).isZero();

    assertThat(Files.readString(root.resolve("new/report.md")))
        .contains("unknown: no ", "OpenJDK 64-Bit Server VM 25.0.3");
  }

  @Test
  void whatIsNotOfJmhIsRefusedInOneLine() throws Exception {
    Path results = Files.writeString(root.resolve("results.json"), "{\n  \"a\": 1\n}\n");

    assertThat(lab("bench-report", results.toString())).isEqualTo(1);

    assertThat(err.toString()).isEqualTo("tailgate: " + results + " holds no results of JMH\n");
  }

  private void benchmarks(FakeBenchmarks.Behaviour behaviour) throws IOException {
    Path jar = new Project(root).benchmarks();
    FakeJar.write(jar, FakeBenchmarks.class, behaviour);
    canned(jar.resolveSibling("canned.json"));
  }

  private static Path canned(Path file) throws IOException {
    Files.deleteIfExists(file);
    try (InputStream in = BenchResults.class.getResourceAsStream("results.json")) {
      Files.copy(Objects.requireNonNull(in), file);
    }
    return file;
  }

  private String arguments() throws IOException {
    return Files.readString(new Project(root).benchmarks().resolveSibling("arguments"));
  }

  private int bench(String... arguments) {
    List<String> all = new ArrayList<>(List.of("bench", "--project-root", root.toString()));
    for (String argument : arguments) {
      boolean folder = all.get(all.size() - 1).equals("--out");
      all.add(folder ? root.resolve(argument).toString() : argument);
    }
    return lab(all.toArray(String[]::new));
  }

  private int lab(String... arguments) {
    CommandLine line = Lab.commandLine();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return line.execute(arguments);
  }
}
