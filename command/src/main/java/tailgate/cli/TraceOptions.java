package tailgate.cli;

import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.metrics.LogLines;
import tailgate.server.observe.Observation;
import tailgate.trace.AccessLog;
import tailgate.trace.JfrObserver;
import tailgate.trace.LogFormat;

/** Options for the access log and Server-Timing. */
final class TraceOptions {

  @Option(
      names = "--access-log",
      paramLabel = "FILE",
      description =
          "Write a line for each request to this file; - means standard output. If the file is"
              + " moved away, a new one is created within a second. (none)")
  @Nullable String accessLog;

  @Option(
      names = "--access-log-format",
      paramLabel = "FORMAT",
      defaultValue = "combined",
      description = "common, or combined: common with Referer and User-Agent. (${DEFAULT-VALUE})")
  LogFormat format = LogFormat.COMBINED;

  @Option(
      names = "--server-timing",
      description =
          "Add the field Server-Timing to each response: how long the request waited for a"
              + " worker, and how long it was served. Browsers show it with the request. (off)")
  boolean serverTiming;

  /** Opens the access log, if there is one. */
  Tracing open() {
    try {
      return new Tracing(
          accessLog == null ? null : AccessLog.open(accessLog, format), serverTiming);
    } catch (IOException e) {
      throw new StartupException("cannot write the access log " + accessLog, e);
    }
  }

  /**
   * The open access log. Close it after the server has stopped, when all lines have been handed
   * over.
   */
  record Tracing(@Nullable AccessLog log, boolean serverTiming) implements AutoCloseable {

    /**
     * Adds the observers that these options ask for. Without metrics there are no flight recorder
     * events either.
     */
    Observation with(Observation observation) {
      boolean measured = observation.metrics() != null;
      Observation recorded = measured ? observation.and(JfrObserver.observers()) : observation;
      Observation logged = log == null ? recorded : recorded.and(log);
      return serverTiming ? logged.timed().withServerTiming() : logged;
    }

    /** The counts of the access log, for any thread at any time; null if there is none. */
    @Nullable Supplier<LogLines> logLines() {
      return log == null ? null : () -> new LogLines(log.lines(), log.linesLost());
    }

    @Override
    public void close() {
      if (log != null) {
        log.close();
      }
    }
  }
}
