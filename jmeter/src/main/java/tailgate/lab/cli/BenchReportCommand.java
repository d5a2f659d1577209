package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tailgate.lab.LabException;
import tailgate.lab.bench.BenchResults;

/** Makes the report of a run of the benchmarks once more. */
@Command(
    name = "bench-report",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Makes report.html and report.md of results that JMH wrote as JSON.")
final class BenchReportCommand implements Callable<Integer> {

  @Spec @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "RESULTS",
      description = "results.json; environment.json beside it tells where they were made")
  Path results = Path.of(BenchResults.NAME);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for the report (default: where the results are)")
  @Nullable Path out;

  @Override
  public Integer call() throws IOException, LabException {
    Path file = results.toAbsolutePath().normalize();
    Path folder = out == null ? file.resolveSibling(".").normalize() : out;
    new BenchResults(file)
        .report(folder, Objects.requireNonNull(spec, "set by picocli").commandLine().getOut());
    return 0;
  }
}
