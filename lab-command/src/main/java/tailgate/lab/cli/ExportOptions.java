package tailgate.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import tailgate.lab.export.ExportFormat;
import tailgate.lab.export.ExportFormat.ExportedLoad;
import tailgate.lab.export.PortableLoad;
import tailgate.lab.load.JsonFiles;

/** The options with which a load is written for another tool, instead of being sent. */
final class ExportOptions {

  private static final List<String> FORMATS = List.of("jmx", "hyperfoil", "k6");

  @Option(
      names = "--export",
      paramLabel = "FORMAT",
      description =
          "do not send the load, but write it for another tool: jmx (JMeter), hyperfoil or k6."
              + " docs/distributed-load.md shows how these divide it among machines")
  @Nullable String format;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "where --export writes it (default: standard output)")
  @Nullable Path out;

  /**
   * Whether the load is only to be written.
   *
   * @param hasReports whether files were asked for with the figures of the load
   */
  boolean isAsked(LabCommand command, boolean hasReports) {
    if (format == null) {
      if (out != null) {
        throw command.wrong("--out is for --export; the figures go to --json, --csv or --hgrm");
      }
      return false;
    }
    command.checkOneOf("format of --export", FORMATS, format);
    if (hasReports) {
      throw command.wrong("--export sends no load, so it leaves no use for --json, --csv, --hgrm");
    }
    return true;
  }

  /** Writes the load, and says on standard error what the tool cannot say. */
  int write(LabCommand command, PortableLoad load) throws IOException {
    String name = String.valueOf(format);
    ExportedLoad exported = ExportFormat.valueOf(name.toUpperCase(Locale.ROOT)).write(load);
    if (out == null) {
      command.console().print(exported.text());
      command.console().flush();
    } else {
      JsonFiles.writeText(out, exported.text());
    }
    PrintWriter log = command.commandLine().getErr();
    exported.notes().forEach(note -> log.println(name + ": " + note));
    log.flush();
    return ExitCode.OK;
  }
}
