package tailgate.cli;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the process as a whole. */
final class ProcessOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Properties file with options by their long names, such as port=8080. What is also on"
              + " the command line is taken from there. (none)")
  @Nullable Path config;

  @Option(
      names = "--drain-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "How long open requests may take to finish at the end. (${DEFAULT-VALUE})")
  Duration drainTimeout = Duration.ofSeconds(30);

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version, also that of Java, and exit.")
  boolean version;
}
