package tailgate.lab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Fact;

/**
 * Reads the files of a run of the benchmarks: JMH's results, and beside them where and how they
 * were made, which JMH does not record.
 */
public record BenchResults(Path file) {

  public static final String NAME = "results.json";
  static final String TEXT = "report.md";
  static final String PAGE = "report.html";

  public Path environmentFile() {
    return file.resolveSibling("environment.json");
  }

  /** Returns whether JMH has measured something. */
  public boolean exist() throws IOException {
    return Files.exists(file) && Files.size(file) > 0;
  }

  /**
   * Writes the report.
   *
   * @throws LabException if the file does not hold results of JMH
   */
  public void report(Path folder, PrintWriter console) throws IOException, LabException {
    BenchReport report = new BenchReport(measurements());
    List<Fact> facts = facts(report);
    Files.createDirectories(folder);
    JsonFiles.writeText(folder.resolve(TEXT), report.text(facts));
    report.page(facts).write(folder.resolve(PAGE));
    console.println();
    console.println(folder.resolve(PAGE));
    console.flush();
  }

  private List<BenchmarkResult> measurements() throws LabException {
    if (!Files.isReadable(file)) {
      throw new LabException("cannot read " + file);
    }
    try {
      List<BenchmarkResult> all = List.of(JsonFiles.read(file, BenchmarkResult[].class));
      if (!all.isEmpty()) {
        return all;
      }
    } catch (IOException e) {
      throw new LabException(file + " holds no results of JMH", e);
    }
    throw new LabException(file + " holds no results of JMH");
  }

  private List<Fact> facts(BenchReport report) throws IOException {
    List<Fact> facts = new ArrayList<>();
    if (Files.exists(environmentFile())) {
      facts.addAll(JsonFiles.read(environmentFile(), Environment.class).facts());
    } else {
      facts.add(new Fact("machine", "unknown: no " + environmentFile()));
      facts.add(new Fact("java", report.java()));
    }
    facts.add(new Fact("effort", report.effort()));
    return facts;
  }
}
