package tailgate.cli;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Ends the process if its stop takes too long. The stop itself does not wait for handlers that are
 * stuck. But a handler whose close method never returns, or a lock that is owned by a virtual
 * thread without a carrier, would block the thread that stops the server.
 *
 * <pre>
 *   new --watch--> waiting --begin--> stopping --close--> the process ends by itself
 *                                        \--the limit has passed--> one line, halt
 * </pre>
 *
 * <p>Its thread exists before the stop, because then there may be none to start.
 *
 * <p>It halts the JVM and does not call exit, because shutdown hooks can be blocked in the same
 * way. {@link #watch}, {@link #begin} and {@link #close} belong to one thread.
 *
 * <p>Tests: ForcedEndTest.
 */
final class ForcedEnd implements AutoCloseable {

  /** How long a process may take to end beyond the times that the user has set. */
  static final Duration MARGIN = Duration.ofSeconds(10);

  private static final Logger LOG = SafeLogger.of(ForcedEnd.class);

  /** How long printing the line may take: a full pipe or a lock can block it forever. */
  private static final Duration PRINTING = Duration.ofSeconds(1);

  private final Consumer<String> errors;
  private final IntConsumer halt;
  private final CompletableFuture<Duration> begun = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * Nothing is ended before {@link #watch} and {@link #begin}.
   *
   * @param errors gets the line that says what has happened
   * @param halt ends the process with an exit code
   */
  ForcedEnd(Consumer<String> errors, IntConsumer halt) {
    this.errors = errors;
    this.halt = halt;
  }

  /**
   * Starts the thread that will end the process.
   *
   * @throws OutOfMemoryError if it cannot be started
   */
  void watch() {
    thread("tailgate-forced-end", () -> await(begun.join()));
  }

  /** Limits the time until the process has ended, from now on. */
  void begin(Duration limit) {
    begun.complete(limit);
  }

  private void await(Duration limit) {
    try {
      if (ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
      thread("tailgate-last-line", () -> errors.accept(line(limit))).join(PRINTING);
    } catch (InterruptedException | OutOfMemoryError e) {
      LOG.debug("no last line", e);
    }
    halt.accept(StageCommand.NOT_DRAINED);
  }

  private static String line(Duration limit) {
    return "did not end within "
        + ValueFormat.of(limit)
        + ", because a handler or its close waits without end; ended by force";
  }

  private static Thread thread(String name, Runnable work) {
    return Thread.ofPlatform().daemon().name(name).start(work);
  }

  /** Ends the watch, because the process ends by itself. */
  @Override
  public void close() {
    ended.countDown();
    begun.complete(Duration.ZERO); // ends the thread
  }
}
