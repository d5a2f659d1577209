package tailgate.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tailgate.lab.LabException;
import tailgate.lab.project.ResultFolder;
import tailgate.lab.results.Publication;
import tailgate.lab.source.ReportSource;
import tailgate.lab.source.ReportSources;

/** Makes reports again, of one run or of several. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the report of a run again from its results, or a comparison of several runs. Several"
          + " runs of ./tailgate choose become a table with a row for each machine"
          + " (docs/runs.md).",
      "A RUN is a folder that ./tailgate compare or choose wrote, its runs.jsonl.gz alone, or"
          + " results of any JMeter as CSV (.jtl) with the names of the columns in the first line.",
      "The report of one run includes a copy of its runs.jsonl.gz, so the report's folder is a RUN"
          + " too, and small enough to be committed."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the report was written",
      "1:a RUN cannot be read or compared with the others, or DIR is not empty",
      "2:the command line is wrong"
    })
final class ReportCommand extends LabCommand {

  @Parameters(paramLabel = "RUN", arity = "1..*", description = "a run to report on")
  List<Path> runs = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "a new or empty folder for the report (default: target/report/<time>)")
  @Nullable Path out;

  @Option(
      names = "--markdown",
      description = "write no files; print facts, tables and verdicts for another document")
  boolean markdown;

  @Option(
      names = "--each",
      description =
          "with --markdown: compare nothing, and print one RUN after the other, between the lines"
              + " \"<!-- figures of RUN -->\" and \"<!-- end of figures -->\"")
  boolean each;

  @Mixin Checkout.Root root = new Checkout.Root();

  @Override
  public Integer call() throws IOException, LabException {
    if (markdown && out != null) {
      throw wrong("--markdown writes no --out");
    }
    if (each && !markdown) {
      throw wrong("--each needs --markdown");
    }
    return each ? printEach() : reportOn(runs);
  }

  /** Prints one after the other, because all that is known of a long run takes memory. */
  private int printEach() throws IOException, LabException {
    int code = 0;
    for (Path run : runs) {
      console().println("<!-- figures of " + run + " -->");
      code = Math.max(code, reportOn(List.of(run)));
      console().println("<!-- end of figures -->");
    }
    console().flush();
    return code;
  }

  /** Makes the report of one run, or of several beside each other. */
  private int reportOn(List<Path> paths) throws IOException, LabException {
    List<String> problems = new ArrayList<>();
    ReportSources sources = read(paths, problems);
    problems.addAll(sources.objections());
    if (!problems.isEmpty()) {
      PrintWriter complaints = commandLine().getErr();
      problems.forEach(problem -> complaints.println("tailgate: " + problem));
      complaints.flush();
      return 1;
    }
    if (markdown) {
      say(sources.publication(Path.of("")).digest());
    } else {
      report(sources);
    }
    return 0;
  }

  private void report(ReportSources sources) throws IOException, LabException {
    Path folder = ResultFolder.create(out, root.project().reports());
    Publication publication = sources.publication(folder);
    publication.write();
    sources.keepIn(folder);
    publication.print(console());
  }

  /** Reads all that can be read, and adds a line for each that cannot. */
  private static ReportSources read(List<Path> paths, List<String> problems) throws IOException {
    List<ReportSource> readable = new ArrayList<>();
    for (Path run : paths) {
      try {
        readable.add(ReportSource.read(run));
      } catch (LabException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    return new ReportSources(readable);
  }
}
