package tailgate.restart;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The process that is to replace this one. {@link Predecessor} shows the messages between the two.
 *
 * <p>{@link #serve} is called by a thread of the control socket, the rest by the thread that
 * restarts. Thread-safe.
 */
final class Successor {

  private static final int TOKEN_BYTES = 16;

  /** How long each step may take that only confirms something. */
  private static final Duration STEP = Duration.ofSeconds(10);

  /**
   * How long the successor may load, which is longer than anybody waits. If the successor ends
   * earlier, the connection ends too.
   */
  private static final Duration LOADING = Duration.ofDays(1);

  private final String token;
  private final Process process;
  private final OptionalInt adminPort;

  /** The connection of the successor when it is ready, or why it is not. */
  private final CompletableFuture<Line> ready = new CompletableFuture<>();

  /** Zero when the connection may be closed. */
  private final CountDownLatch used = new CountDownLatch(1);

  private Successor(String token, Process process, OptionalInt adminPort) {
    this.token = token;
    this.process = process;
    this.adminPort = adminPort;
  }

  /**
   * Starts it. It gets the standard streams of this process, and so the listening socket.
   *
   * @param adminPort the port that it will get from this process
   */
  static Successor start(List<String> command, Path control, OptionalInt adminPort)
      throws IOException {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    var builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put(Predecessor.VARIABLE, token + " " + control);
    var successor = new Successor(token, builder.start(), adminPort);
    var unused = successor.process.onExit().thenAccept(successor::ended);
    return successor;
  }

  private void ended(Process ended) {
    fail("the successor has ended with exit code " + ended.exitValue() + "; its output says why");
  }

  private void fail(String reason) {
    ready.completeExceptionally(new RestartException(reason));
  }

  long pid() {
    return process.pid();
  }

  /** Whether this is the first message of this successor. */
  boolean isGreetedBy(String words) {
    return words.equals(token) || words.startsWith(token + " ");
  }

  /** Serves a connection of the successor until it is not needed any more. */
  void serve(Line line) throws IOException, InterruptedException {
    line.send(Predecessor.ADMIN + " " + (adminPort.isPresent() ? adminPort.getAsInt() : ""));
    String said = line.receive(LOADING);
    if (said == null) {
      return; // the exit of the process says more
    }
    if (said.equals(Predecessor.READY)) {
      ready.complete(line);
      used.await();
    } else if (said.startsWith(Predecessor.FAILED + " ")) {
      fail("the successor cannot start: " + said.substring(Predecessor.FAILED.length()).strip());
      line.send(Predecessor.NOTED);
    }
  }

  /** Waits until it can accept clients. */
  void awaitReady(Duration timeout) throws RestartException, InterruptedException {
    try {
      ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new RestartException(RestartException.reason(e));
    } catch (TimeoutException e) {
      throw new RestartException(
          "the successor was not ready within " + timeout.toMillis() / 1e3 + " s, and was ended");
    }
  }

  /** Tells it to accept clients, and waits until it does. */
  void accept() throws RestartException {
    try {
      Line line = ready.join();
      line.send(Predecessor.ACCEPT);
      line.expect(Predecessor.ACCEPTING, STEP);
    } catch (IOException e) {
      throw new RestartException("the successor does not accept clients: " + e.getMessage());
    }
  }

  /**
   * Tells it that this process accepts nobody any more, and waits until it has taken over the rest.
   *
   * @throws IOException if it does not confirm that; it accepts clients nevertheless
   */
  void release() throws IOException {
    Line line = ready.join();
    line.send(Predecessor.RELEASED);
    line.expect(Predecessor.DONE, STEP);
  }

  void kill() {
    process.destroyForcibly();
  }

  /** Ends the conversation: the connection may be closed. */
  void forget() {
    used.countDown();
  }
}
