package tailgate.supervisor;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A question to a process. It is sent once; those who ask before the answer comes wait for the same
 * answer. So a process that does not answer costs no memory, and blocks no writer. Thread-safe.
 *
 * @param <T> the answer
 */
final class Question<T> {

  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. Null if it is not open. */
  private @Nullable CompletableFuture<T> open;

  /** Guarded by lock. */
  private boolean closed;

  /** Sends the question. */
  @FunctionalInterface
  interface Sending {
    void send() throws IOException;
  }

  /** The answer to come; fails if the process has closed the link, or closes it first. */
  CompletableFuture<T> ask(Sending sending) {
    lock.lock();
    try {
      if (closed) {
        return CompletableFuture.failedFuture(new IOException("it has ended"));
      }
      if (open == null) {
        open = new CompletableFuture<>();
        sending.send();
      }
      return open;
    } catch (IOException e) {
      open = null;
      return CompletableFuture.failedFuture(e);
    } finally {
      lock.unlock();
    }
  }

  void answered(T answer) {
    CompletableFuture<T> asked = take(false);
    if (asked != null) {
      asked.complete(answer);
    }
  }

  /** Fails the open question and later ones, because no answer will come. */
  void close() {
    CompletableFuture<T> asked = take(true);
    if (asked != null) {
      asked.completeExceptionally(new IOException("it has ended"));
    }
  }

  private @Nullable CompletableFuture<T> take(boolean last) {
    lock.lock();
    try {
      CompletableFuture<T> asked = open;
      open = null;
      closed |= last;
      return asked;
    } finally {
      lock.unlock();
    }
  }
}
