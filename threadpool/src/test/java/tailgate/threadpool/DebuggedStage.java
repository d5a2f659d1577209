package tailgate.threadpool;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.server.ClassPath;

/**
 * The stage in a process of its own, whose debug agent listens. It has one reactor and one worker,
 * so that a request has only one way, and keeps cached files for an hour without a look at the
 * disk. All else is as by default, but for the admin port, which is off.
 *
 * <p>The process ends with {@link #close}, with the JVM of the test, and after {@link
 * #LONGEST_SECONDS} at the latest. That also frees a test that waits for it.
 */
final class DebuggedStage implements AutoCloseable {

  private static final int LONGEST_SECONDS = 600;
  private static final Pattern DEBUG_PORT = Pattern.compile("Listening for .*: (\\d+)");
  private static final Pattern HTTP_PORT = Pattern.compile("Tailgate .* at http://.*:(\\d+)/");

  private final Process process;
  private final int debugPort;
  private final InetSocketAddress address;

  /** Starts it with the files of {@code root}, and waits until it serves them. */
  DebuggedStage(Path root) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0",
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ClassPath.ofThisTest(),
                Main.class.getName(),
                "--port=0",
                "--no-admin",
                "--reactors=1",
                "--workers=1",
                "--cache-revalidate=1h",
                "--root=" + root)
            .redirectErrorStream(true)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    CompletableFuture.delayedExecutor(LONGEST_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    try {
      BufferedReader output = process.inputReader();
      debugPort = port(DEBUG_PORT, output);
      address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port(HTTP_PORT, output));
    } catch (Throwable failure) {
      close();
      throw failure;
    }
  }

  /** The port in the first line that the pattern finds. */
  private static int port(Pattern pattern, BufferedReader output) throws IOException {
    StringBuilder others = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return Integer.parseInt(matcher.group(1));
      }
      others.append(line).append('\n');
    }
    throw new IOException("the stage has ended before it listened: " + others);
  }

  int debugPort() {
    return debugPort;
  }

  InetSocketAddress address() {
    return address;
  }

  /** Ends the process, and waits until it has ended. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
