package tailgate.lab.process;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * All running processes that the lab has started.
 *
 * <p>One lock guards starting and closing: a child is either known here when the lab is stopped,
 * and is stopped with it, or it is never started. Thread-safe.
 */
public final class Children implements AutoCloseable {

  private final Duration grace;

  /** The children that have not been stopped. Guarded by this. */
  private final Set<Process> alive = new LinkedHashSet<>();

  /** Whether the lab is being stopped. Guarded by this. Never becomes false again. */
  private boolean closed;

  /** Creates a set whose children have this long to end after SIGTERM before they are killed. */
  public Children(Duration grace) {
    this.grace = grace;
  }

  /** Starts a child; throws an {@link IOException} once closed. */
  public Process start(ProcessBuilder builder) throws IOException {
    return start(builder, process -> process);
  }

  /**
   * Starts a child that is stopped in a way of its own.
   *
   * @param as what {@link #stop} and {@link #close} destroy instead
   */
  public synchronized <P extends Process> P start(ProcessBuilder builder, Function<Process, P> as)
      throws IOException {
    checkOpen();
    P child = as.apply(builder.start());
    alive.add(child);
    return child;
  }

  /**
   * Starts a child that may start others: they are stopped with it.
   *
   * @param builder of a command that begins a session of its own
   */
  public ProcessTree startTree(ProcessBuilder builder) throws IOException {
    return start(builder, ProcessTree::new);
  }

  /** Refuses to start a child once closed; is called under the lock. */
  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("the lab is closing down");
    }
  }

  /**
   * Asks a child to end (SIGTERM), waits, and kills it if it does not. An interrupt ends the
   * waiting only.
   *
   * @return whether it ended without being killed
   */
  public boolean stop(Process child) {
    child.destroy();
    boolean ended = endsInTime(child);
    if (!ended) {
      child.destroyForcibly();
      endsInTime(child); // so that its port is free again
    }
    forget(child);
    return ended;
  }

  private boolean endsInTime(Process child) {
    try {
      return child.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Stops all children at the same time, so this takes about one grace period. */
  @Override
  public void close() {
    List<Process> last;
    synchronized (this) {
      closed = true;
      last = List.copyOf(alive);
    }
    last.forEach(Process::destroy);
    for (Process child : last) {
      stop(child);
    }
  }

  /** Whether the lab is being stopped. That explains all failures from now on. */
  public synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void forget(Process child) {
    alive.remove(child);
  }
}
