package tailgate.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A stage as a user would start it: its jar, in a JVM of its own, with its default options.
 *
 * <p>It could run in the JVM of the benchmark as well. But then client and server would share a
 * heap, its collector, and the profile of the code that both use, and would behave differently than
 * alone. So the garbage that JMH reports is the client's.
 *
 * <p>Confined to the thread that starts it.
 */
final class StageServer {

  private static final int PATIENCE_SECONDS = 30;

  private final Process process;
  private final Thread lastResort;
  private final InetSocketAddress address;

  /**
   * Starts the stage on a free port of this machine, and waits until it serves.
   *
   * @param root the folder it serves
   * @throws IOException if its jar is missing, or it does not start in time
   */
  StageServer(String stage, Path root) throws IOException, InterruptedException {
    Path jar = project().resolve(stage).resolve("target").resolve(stage + ".jar");
    if (!Files.isRegularFile(jar)) {
      throw new IOException("no " + jar + "; build it with: mvn package");
    }
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                "--port",
                "0",
                "--root",
                root.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    lastResort = new Thread(process::destroyForcibly, "server-end");
    Runtime.getRuntime().addShutdownHook(lastResort);
    address = awaitAddress(stage);
  }

  /** The checkout that this class was built in: jar and classes are three levels below it. */
  private static Path project() throws IOException {
    try {
      var place = StageServer.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(place).resolve("../../..").normalize();
    } catch (URISyntaxException e) {
      throw new IOException("where is this?", e);
    }
  }

  private InetSocketAddress awaitAddress(String stage) throws IOException, InterruptedException {
    CompletableFuture<@Nullable String> banner = CompletableFuture.supplyAsync(this::firstLine);
    try {
      String line = banner.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (line != null) {
        URI uri = URI.create(line.substring(line.lastIndexOf(' ') + 1));
        return new InetSocketAddress(uri.getHost(), uri.getPort());
      }
    } catch (ExecutionException | TimeoutException e) {
      stop();
      throw new IOException(stage + " does not start", e);
    }
    stop();
    throw new IOException(stage + " ended before it served");
  }

  /** {@code Tailgate STAGE at http://127.0.0.1:PORT/}, printed once it serves; null if it ended. */
  private @Nullable String firstLine() {
    try {
      BufferedReader out = process.inputReader(); // stays open: the server has more to say
      return out.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  InetSocketAddress address() {
    return address;
  }

  /** Stops it with SIGTERM, or by force if that takes too long. */
  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }
}
