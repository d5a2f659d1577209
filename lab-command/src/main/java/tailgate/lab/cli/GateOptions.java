package tailgate.lab.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.lab.choose.GateFiles;

/** The options that name files for a build server. */
final class GateOptions {

  static final List<String> OWN = List.of("--junit", "--summary");

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "with --url or --base: write the answer as a test in JUnit's XML")
  @Nullable Path junit;

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description = "with --url or --base: write the answer as a paragraph of Markdown")
  @Nullable Path summary;

  /** Returns the files, which can be written. */
  GateFiles files(LabCommand command) {
    command.checkFile("--junit", junit);
    command.checkFile("--summary", summary);
    return new GateFiles(junit, summary);
  }
}
