package tailgate.cli;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.server.ServerConfig;

/** Options of the process as a whole. */
final class ProcessOptions {

  private static final int MAX_PROCESSES = 256;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Properties file with options by their long names, such as port=8080. Options on the"
              + " command line override it. (none)")
  @Nullable Path config;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of processes that serve on one port; one that dies is replaced. All limits,"
              + " caches and numbers of threads are for each process. Needs a socket on"
              + " descriptor 0, as ./tailgate serve and systemd pass it. (${DEFAULT-VALUE})")
  int processes = 1;

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
          "At a restart, how long the successor may take until it is ready; after that it is"
              + " ended, and this server goes on. With --processes, this applies to each process."
              + " (${DEFAULT-VALUE})")
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

  /** Refuses a number of processes that is surely a mistake. */
  void check() {
    if (processes < 1 || processes > MAX_PROCESSES) {
      throw new IllegalArgumentException(
          "the number of processes must be 1 to " + MAX_PROCESSES + ", not " + processes);
    }
  }
}
