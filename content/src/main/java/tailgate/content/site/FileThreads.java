package tailgate.content.site;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Platform threads that wait for files on behalf of virtual threads. A virtual thread that waits
 * for a file keeps its carrier, but while it waits for one of these threads it leaves it to others.
 *
 * <p>Each virtual thread has at most one read here, so the queue is no longer than there are
 * connections. If all of these threads wait for files that do not come, the reads of others wait in
 * the queue. A platform thread reads by itself.
 *
 * <p>Thread-safe.
 */
public final class FileThreads implements AutoCloseable {

  /** None: each thread reads by itself. */
  public static final FileThreads NONE = new FileThreads(null);

  /** Something that may wait for a file. */
  public interface Reading<T extends @Nullable Object> {
    /** Reads; called on any thread. */
    T read() throws IOException;
  }

  /** The threads that read; null if each thread reads by itself. */
  private final @Nullable ExecutorService threads;

  private FileThreads(@Nullable ExecutorService threads) {
    this.threads = threads;
  }

  /**
   * Starts so many threads.
   *
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public static FileThreads of(int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "the number of file threads must be at least 0, not " + count);
    }
    return count == 0 ? NONE : new FileThreads(started(count));
  }

  /** Starts all threads now, because later the system may have no further one. */
  private static ExecutorService started(int count) {
    var threads =
        new ThreadPoolExecutor(
            count,
            count,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("tailgate-file-", 1).factory());
    threads.prestartAllCoreThreads();
    return threads;
  }

  /** Whether the calling thread leaves its reads to others. */
  public boolean readForCaller() {
    return threads != null && Thread.currentThread().isVirtual();
  }

  /**
   * Reads here, or waits until another thread has. That wait cannot be interrupted.
   *
   * @throws IOException what {@code reading} throws, as it throws anything else
   */
  public <T extends @Nullable Object> T call(Reading<T> reading) throws IOException {
    if (threads == null || !readForCaller()) {
      return reading.read();
    }
    var result = new CompletableFuture<T>();
    threads.execute(() -> complete(result, reading));
    return await(result);
  }

  /** Closes a file here, or on another thread without a wait. */
  public void closeLater(Closeable file) throws IOException {
    if (threads == null || !readForCaller()) {
      file.close();
      return;
    }
    threads.execute(
        () -> {
          try {
            file.close();
          } catch (IOException e) {
            // all that was needed of it was read
          }
        });
  }

  private static <T extends @Nullable Object> void complete(
      CompletableFuture<T> result, Reading<T> reading) {
    try {
      result.complete(reading.read());
    } catch (Throwable e) { // any Throwable: no thread may wait forever
      result.completeExceptionally(e);
    }
  }

  /** What another thread has read, or has thrown. */
  public static <T extends @Nullable Object> T await(CompletableFuture<T> result)
      throws IOException {
    try {
      return result.join();
    } catch (CompletionException e) {
      // Unwrapped, because the type decides the status of the response.
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  /** Ends the threads that do not wait for a file; the others end with the process. */
  @Override
  public void close() {
    if (threads != null) {
      threads.shutdown();
    }
  }
}
