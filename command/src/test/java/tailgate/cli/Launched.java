package tailgate.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import picocli.CommandLine;

/** A stage's command as its main would run it, and what it has printed. */
final class Launched {

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();

  /** Runs the command to its end; its exit code. */
  int run(StageCommand command, String... arguments) {
    CommandLine line = StageLauncher.commandLine(command);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return StageLauncher.run(line, arguments);
  }

  /** The same in the background. */
  CompletableFuture<Integer> start(StageCommand command, String... arguments) {
    return CompletableFuture.supplyAsync(
        () -> run(command, arguments), task -> Thread.ofPlatform().daemon().start(task));
  }

  /** Where the server that is starting listens, from its banner. */
  InetSocketAddress address() {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> out.toString().contains("  workers "));
    return urlIn(out.toString().lines().findFirst().orElseThrow());
  }

  /** Where it can be seen at work, from the banner as well. */
  InetSocketAddress adminAddress() {
    address();
    return urlIn(out.toString().lines().filter(l -> l.contains("admin")).findFirst().orElseThrow());
  }

  private static InetSocketAddress urlIn(String line) {
    URI url = URI.create(line.substring(line.indexOf("http://")));
    return new InetSocketAddress(url.getHost(), url.getPort());
  }
}
