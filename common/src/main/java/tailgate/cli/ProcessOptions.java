package tailgate.cli;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.server.ServerConfig;

/** Options of the process as a whole. */
final class ProcessOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Properties file with options by their long names, such as port=8080. Options on the"
              + " command line override it. (none)")
  @Nullable Path config;

  @Option(
      names = "--drain-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "At the end, how long open requests may take to finish. (${DEFAULT-VALUE})")
  Duration drainTimeout = Duration.ofSeconds(30);

  @Option(
      names = "--stop-grace",
      paramLabel = "TIME",
      defaultValue = "1s",
      description =
          "At the end, how long active clients are still served, so that they see Connection:"
              + " close; without active clients the server does not wait. (${DEFAULT-VALUE})")
  Duration stopGrace = ServerConfig.DEFAULT_STOP_GRACE;

  @Option(
      names = "--restart-timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      description =
          "At a restart, how long the successor may take until it is ready; after that it is ended,"
              + " and this server goes on. (${DEFAULT-VALUE})")
  Duration restartTimeout = Duration.ofSeconds(60);

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the versions of this program and of Java, and exit.")
  boolean version;
}
