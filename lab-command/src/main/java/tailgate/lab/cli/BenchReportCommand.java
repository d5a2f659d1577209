package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tailgate.lab.LabException;
import tailgate.lab.bench.BenchResults;

/** Makes the report of a run of the benchmarks once more. */
@Command(
    name = "bench-report",
    mixinStandardHelpOptions = true,
    description = "Makes report.html and report.md from results that JMH wrote as JSON.")
final class BenchReportCommand extends LabCommand {

  @Parameters(
      paramLabel = "RESULTS",
      description = "results.json; environment.json beside it says where the results were made")
  Path results = Path.of(BenchResults.NAME);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "the folder for the report (default: that of the results)")
  @Nullable Path out;

  @Override
  public Integer call() throws IOException, LabException {
    Path file = results.toAbsolutePath().normalize();
    Path folder = out == null ? file.resolveSibling(".").normalize() : out;
    new BenchResults(file).report(folder, console());
    return 0;
  }
}
