package tailgate.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tailgate.lab.LabException;
import tailgate.lab.project.ResultFolder;
import tailgate.lab.results.Publication;
import tailgate.lab.source.ReportSource;
import tailgate.lab.source.ReportSources;

/** The command line of reports that are made again, or of several runs. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Makes the report of a run again from its raw results, or one of several runs beside each"
          + " other.",
      "A RUN is a folder that ./tailgate compare has left, its runs.jsonl.gz alone, or results of"
          + " any JMeter as CSV (.jtl) with the names of the columns in the first line.",
      "The report of one run takes its runs.jsonl.gz along: it is a RUN itself, and small enough to"
          + " be committed."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the report was written",
      "1:a RUN cannot be read, or there is a report already",
      "2:the command line is wrong"
    })
final class ReportCommand implements Callable<Integer> {

  @Spec @Nullable CommandSpec spec;

  @Parameters(paramLabel = "RUN", arity = "1..*", description = "what to report on")
  List<Path> runs = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for the report; new or empty (default: target/report/<time>)")
  @Nullable Path out;

  @Option(
      names = "--markdown",
      description = "write nothing, and print facts, tables and verdicts for another document")
  boolean markdown;

  @Mixin ProjectRoot root = new ProjectRoot();

  @Override
  public Integer call() throws IOException, LabException {
    if (markdown && out != null) {
      throw new ParameterException(commandSpec().commandLine(), "--markdown writes no --out");
    }
    List<String> problems = new ArrayList<>();
    ReportSources sources = read(problems);
    if (!problems.isEmpty()) {
      PrintWriter complaints = commandSpec().commandLine().getErr();
      problems.forEach(problem -> complaints.println("tailgate: " + problem));
      complaints.flush();
      return 1;
    }
    PrintWriter console = commandSpec().commandLine().getOut();
    if (markdown) {
      console.println(sources.publication(Path.of("")).digest());
      console.flush();
    } else {
      report(sources, console);
    }
    return 0;
  }

  private void report(ReportSources sources, PrintWriter console) throws IOException, LabException {
    Path folder = ResultFolder.create(out, root.project().reports());
    Publication publication = sources.publication(folder);
    publication.write();
    sources.keepIn(folder);
    publication.print(console);
  }

  /** All that can be read, and a line for each that cannot. */
  private ReportSources read(List<String> problems) throws IOException {
    List<ReportSource> readable = new ArrayList<>();
    for (Path run : runs) {
      try {
        readable.add(ReportSource.read(run));
      } catch (LabException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    return new ReportSources(readable);
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
