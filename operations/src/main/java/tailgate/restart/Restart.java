package tailgate.restart;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * The restart of this server: it starts a successor, and leaves the port to it once the successor
 * accepts clients.
 *
 * <pre>
 *              request              ready                    accepting
 *   SERVING ------------> STARTING --------> HANDING_OVER ------------------> HANDED_OVER
 *    |   ^                  | |                   |                           (the server drains,
 *    |   +-- failed, late --+ |                   |                            and ends)
 *    |   +--------------------|---- it died ------+
 *    +---- stop ------------> STOPPING (the successor is killed; the server drains, and ends)
 * </pre>
 *
 * <ul>
 *   <li>At each moment at least one of the two accepts clients: this server tells the successor to
 *       accept, and stops accepting only when the successor has said that it accepts.
 *   <li>A successor is killed only before it accepts clients, or if it does not answer at all.
 *   <li>There is one successor at a time. A request that comes while one is being started gets the
 *       same answer.
 *   <li>A stop in STARTING ends the successor too. In HANDING_OVER it comes too late: it waits for
 *       the hand-over, and then only this server ends.
 * </ul>
 *
 * <p>Thread-safe.
 *
 * <p>Tests: RestartTest.
 */
public final class Restart implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(Restart.class);

  /** How long a client of the control socket may take to send its order. */
  private static final Duration ORDER = Duration.ofSeconds(5);

  /** How long the restart may take to notice that it is cancelled. */
  private static final Duration CANCEL = Duration.ofSeconds(2);

  static final String RESTART = "restart";
  static final String HANDED_OVER = "handed-over";
  static final String FAILED = "failed";

  private enum State {
    SERVING,
    STARTING,
    HANDING_OVER,
    HANDED_OVER,
    STOPPING
  }

  /** The server that is replaced. */
  public interface Owner {

    /** The port that the successor has to get; absent if there is none. */
    OptionalInt adminPort();

    /** Stops accepting clients, and frees the admin port. Does not throw. */
    void release();

    /** The successor has failed, and this server goes on. */
    void notReplaced(String reason);

    /** This server has been replaced by a process, and has to end. */
    void handedOver(long successor);
  }

  /** Where the command line of the successor comes from. */
  @FunctionalInterface
  interface Command {
    List<String> read() throws IOException;
  }

  private final Command command;
  private final Owner owner;
  private final Duration timeout;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by lock. */
  private State state = State.SERVING;

  /** The process that has replaced this one, or why none has. Guarded by lock. */
  private CompletableFuture<Long> outcome = new CompletableFuture<>();

  /** Guarded by lock; null in SERVING. */
  private @Nullable Thread thread;

  /** Guarded by lock; null until it is started. */
  private @Nullable Successor successor;

  private final ControlSocket control;

  Restart(RunFolder folder, int port, Command command, Owner owner, Duration timeout)
      throws IOException {
    this.command = command;
    this.owner = owner;
    this.timeout = timeout;
    folder.make();
    folder.clean();
    this.control = ControlSocket.open(folder.socket(port), this::serve);
  }

  /**
   * Begins to take orders.
   *
   * @param port of the server; a user can name the server by it
   * @param timeout how long a successor may take to be ready
   * @throws IOException if the control socket cannot be made
   */
  public static Restart open(int port, Owner owner, Duration timeout) throws IOException {
    return new Restart(RunFolder.ofProcess(), port, OwnCommand::read, owner, timeout);
  }

  /**
   * Begins a restart, unless one is already running.
   *
   * @return the process that has replaced this one; ends with a {@link RestartException} if none
   *     has
   */
  public CompletableFuture<Long> request() {
    lock.lock();
    try {
      if (state == State.STOPPING) {
        return CompletableFuture.failedFuture(new RestartException("the server is being stopped"));
      }
      if (state == State.SERVING) {
        state = State.STARTING;
        outcome = new CompletableFuture<>();
        begin();
      }
      return outcome;
    } finally {
      lock.unlock();
    }
  }

  private void begin() {
    try {
      thread = Thread.ofPlatform().name("tailgate-restart").daemon().start(this::run);
    } catch (Throwable t) { // there may be no thread
      state = State.SERVING;
      outcome.completeExceptionally(new RestartException("cannot start a thread: " + t));
    }
  }

  /**
   * The server is about to end.
   *
   * @return whether a successor serves
   */
  public boolean stop() throws InterruptedException {
    Thread cancelled = null;
    lock.lock();
    try {
      while (state == State.HANDING_OVER) {
        changed.await();
      }
      if (state == State.HANDED_OVER) {
        return true;
      }
      cancelled = thread;
      state = State.STOPPING;
    } finally {
      lock.unlock();
    }
    if (cancelled != null) {
      cancelled.interrupt();
      cancelled.join(CANCEL);
    }
    return false;
  }

  /** Takes no more orders; clients that have asked already get their answer first. */
  @Override
  public void close() {
    control.close();
  }

  // ---- the thread that restarts

  private void run() {
    CompletableFuture<Long> result = outcome();
    Successor next = null;
    try {
      next = start();
      next.awaitReady(timeout);
      enterHandingOver();
      next.accept();
    } catch (Throwable e) {
      if (next != null) {
        next.kill();
        next.forget();
      }
      failed(result, e);
      return;
    }
    handOver(next, result);
  }

  private Successor start() throws RestartException {
    if (ProcessHandle.current().pid() == 1) {
      throw new RestartException("this is process 1, and all others would end with it");
    }
    try {
      Successor next = Successor.start(command.read(), control.path(), owner.adminPort());
      lock.lock();
      try {
        successor = next;
      } finally {
        lock.unlock();
      }
      return next;
    } catch (IOException e) {
      throw new RestartException("cannot start a successor: " + e.getMessage());
    }
  }

  private void enterHandingOver() throws RestartException {
    lock.lock();
    try {
      if (state != State.STARTING) {
        throw new RestartException("the server is being stopped");
      }
      state = State.HANDING_OVER;
    } finally {
      lock.unlock();
    }
  }

  private void failed(CompletableFuture<Long> result, Throwable e) {
    lock.lock();
    try {
      successor = null;
      thread = null;
      if (state != State.STOPPING) {
        state = State.SERVING;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    Throwable why =
        e instanceof InterruptedException ? new RestartException("the server is being stopped") : e;
    owner.notReplaced(RestartException.reason(why));
    result.completeExceptionally(why);
  }

  /** The successor accepts: whatever fails here, this server ends. */
  private void handOver(Successor next, CompletableFuture<Long> result) {
    try {
      owner.release();
      control.leave();
      next.release();
      next.forget();
    } catch (Throwable e) {
      LOG.warn("the successor may not know that it has taken over: {}", e.toString());
    } finally {
      result.complete(next.pid());
      lock.lock();
      try {
        state = State.HANDED_OVER;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      owner.handedOver(next.pid());
    }
  }

  private CompletableFuture<Long> outcome() {
    lock.lock();
    try {
      return outcome;
    } finally {
      lock.unlock();
    }
  }

  // ---- the threads of the control socket

  private void serve(Line line) {
    try {
      String words = line.receive(ORDER);
      if (RESTART.equals(words)) {
        line.send(answer());
        return;
      }
      Successor expected = successor();
      if (words != null && expected != null && expected.isGreetedBy(words)) {
        expected.serve(line);
      }
    } catch (IOException e) {
      LOG.debug("a client of the control socket", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String answer() {
    try {
      return HANDED_OVER + " " + request().join();
    } catch (CompletionException e) {
      return FAILED + " " + RestartException.reason(e);
    }
  }

  private @Nullable Successor successor() {
    lock.lock();
    try {
      return successor;
    } finally {
      lock.unlock();
    }
  }
}
