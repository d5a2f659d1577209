package tailgate.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.http.Limits;
import tailgate.server.ServerConfig;
import tailgate.server.connection.Timeouts;
import tailgate.server.stage.Dispatch;

/** Options for dispatch, timeouts and limits of connections. */
final class ConnectionOptions {

  @Option(
      names = "--dispatch",
      paramLabel = "UNIT",
      description =
          "What a worker gets. connection: it serves one connection until that closes; request: a"
              + " reactor watches all connections, and a worker gets one only while there is a"
              + " request to answer. (depends on the stage, see its banner)")
  @Nullable Dispatch dispatch;

  @Option(
      names = "--keep-alive",
      negatable = true,
      description = "Allow more than one request per connection. (depends on the stage)")
  @Nullable Boolean keepAlive;

  @Option(
      names = "--idle-timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "Close a connection after this time without a request. (${DEFAULT-VALUE})")
  Duration idle = Timeouts.DEFAULT.idle();

  @Option(
      names = "--head-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "408 if the head of a request takes longer. (${DEFAULT-VALUE})")
  Duration head = Timeouts.DEFAULT.head();

  @Option(
      names = "--body-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "408 if no byte of a request's body arrives for this time. (${DEFAULT-VALUE})")
  Duration body = Timeouts.DEFAULT.body();

  @Option(
      names = "--write-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description =
          "Reset the connection if the client takes no byte of a response for this time."
              + " (${DEFAULT-VALUE})")
  Duration write = Timeouts.DEFAULT.write();

  @Option(
      names = "--min-rate",
      paramLabel = "SIZE",
      defaultValue = "240",
      description =
          "Minimum number of bytes a second, of a body and of a response. All pauses together may"
              + " take the body or write timeout, and each byte gives time back at this rate; 0"
              + " for no minimum. (${DEFAULT-VALUE})")
  Size minRate = new Size(Timeouts.DEFAULT.minBytesPerSecond());

  @Option(
      names = "--max-request-line",
      paramLabel = "SIZE",
      defaultValue = "8KiB",
      description = "414 if a request line is longer. (${DEFAULT-VALUE})")
  Size maxRequestLine = new Size(Limits.DEFAULT.requestLine());

  @Option(
      names = "--max-field-line",
      paramLabel = "SIZE",
      defaultValue = "8KiB",
      description = "431 if a field line is longer. (${DEFAULT-VALUE})")
  Size maxFieldLine = new Size(Limits.DEFAULT.fieldLine());

  @Option(
      names = "--max-fields",
      paramLabel = "N",
      defaultValue = "100",
      description = "431 if a request has more fields. (${DEFAULT-VALUE})")
  int maxFields = Limits.DEFAULT.fields();

  @Option(
      names = "--max-head",
      paramLabel = "SIZE",
      defaultValue = "32KiB",
      description = "431 if a request's head is longer. (${DEFAULT-VALUE})")
  Size maxHead = new Size(Limits.DEFAULT.head());

  @Option(
      names = "--max-body",
      paramLabel = "SIZE",
      defaultValue = "1MiB",
      description = "413 if a request's body is longer. (${DEFAULT-VALUE})")
  Size maxBody = new Size(Limits.DEFAULT.body());

  @Option(
      names = "--max-request-memory",
      paramLabel = "SIZE",
      description =
          "Memory for all unfinished requests together; 503 beyond it. Before that, the requests"
              + " that hold most for longest are ended. (a quarter of -Xmx)")
  @Nullable Size requestMemory;

  long requestMemory() {
    return requestMemory == null ? ServerConfig.defaultRequestMemory() : requestMemory.bytes();
  }

  Timeouts timeouts() {
    return new Timeouts(head, body, idle, write, minRate.bytes());
  }

  Limits limits() {
    return new Limits(
        maxRequestLine.toInt(), maxFieldLine.toInt(), maxFields, maxHead.toInt(), maxBody.bytes());
  }
}
