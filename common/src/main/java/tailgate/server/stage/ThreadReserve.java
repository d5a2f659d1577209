package tailgate.server.stage;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Holds threads back for the case that the system grants no more of them ({@code ulimit -u}, {@code
 * pids.max} of a container). The JVM starts a thread for each signal that it receives. If it cannot
 * start one, the signal is lost, and only SIGKILL would end the process.
 *
 * <pre>
 *            one more thread cannot be started: the held threads end
 *   HOLDING ---------------------------------------------------------> SHORT
 *           <---------------------------------------------------------
 *            all of them, and one more, could be started
 * </pre>
 *
 * <ul>
 *   <li>Everybody gets the threads that it has given back: the JVM for signals, the compiler,
 *       {@code jcmd}. Only a {@link #guard guarded} factory does not, because an executor that
 *       starts a thread for each task would take them at once. While threads are short, it makes
 *       one thread for each guarded thread that has ended. If others have taken what was given
 *       back, the next guarded threads that end make up for it.
 *   <li>It looks once a second. While threads are short, it looks every 16 seconds, or when so many
 *       guarded threads have ended that there may be enough: each look takes the last thread of the
 *       system for a moment, in which a signal would be lost, and costs two lines of the JVM.
 * </ul>
 *
 * <p>There is one for the process, as the limit is. Thread-safe, except {@link #look}.
 *
 * <p>Tests: ThreadReserveTest.
 */
public final class ThreadReserve {

  private static final Logger LOG = SafeLogger.of(ThreadReserve.class);

  /** The threads that are held: two for signals, two for tools as jcmd. */
  private static final int LEAST = 4;

  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration PERIOD_WHILE_SHORT = Duration.ofSeconds(16);

  private static final ThreadReserve OF_PROCESS =
      new ThreadReserve(
          // The JVM too starts threads late: carriers, and those that collect garbage and compile.
          LEAST + Runtime.getRuntime().availableProcessors(),
          Thread.ofPlatform().daemon().name("tailgate-reserve")::start);

  private final int size;
  private final Function<Runnable, Thread> starter;
  private final Thread looking =
      Thread.ofPlatform().daemon().name("tailgate-thread-reserve").unstarted(this::run);

  /** Confined to the thread that looks. */
  private final Queue<Thread> held = new ArrayDeque<>();

  /** Whether all threads were held once. Confined to the thread that looks. */
  private boolean complete;

  /**
   * While threads are short, the number of guarded threads that may be made: one for each that has
   * ended. Less than zero if fewer threads could be given back than should be held. If there never
   * were so many, the guarded threads get half of those that there are.
   */
  private final AtomicInteger allowed = new AtomicInteger();

  /** Volatile: written by the thread that looks, read by those that make and end threads. */
  private volatile boolean isShort;

  /**
   * Holds nothing before the first look.
   *
   * @param size how many threads to hold
   * @param starter starts a thread, or throws an OutOfMemoryError
   */
  ThreadReserve(int size, Function<Runnable, Thread> starter) {
    this.size = size;
    this.starter = starter;
  }

  /** The reserve of this process, which holds and forbids nothing before {@link #start}. */
  public static ThreadReserve ofProcess() {
    return OF_PROCESS;
  }

  /**
   * Holds threads from now on, until the process ends. Does nothing if it does so already.
   *
   * @throws OutOfMemoryError if not even its own thread can be started
   */
  public synchronized void start() {
    if (looking.getState() == Thread.State.NEW) {
      looking.start();
    }
  }

  /**
   * A factory that makes no thread, and returns null, if it would have to come from the reserve.
   *
   * @param threads makes platform threads
   */
  public ThreadFactory guard(ThreadFactory threads) {
    return task -> mayGrow() ? threads.newThread(() -> run(task)) : null;
  }

  private boolean mayGrow() {
    return !isShort || allowed.getAndUpdate(n -> n > 0 ? n - 1 : n) > 0;
  }

  private void run(Runnable task) {
    try {
      task.run();
    } finally {
      if (isShort && allowed.incrementAndGet() > size) {
        LockSupport.unpark(looking); // it may be over
      }
    }
  }

  // ---- the thread that looks

  private void run() {
    while (true) {
      look();
      LockSupport.parkNanos(this, (isShort ? PERIOD_WHILE_SHORT : PERIOD).toNanos());
    }
  }

  /** Starts one thread more than are held, and ends one, or all if that is not possible. */
  void look() {
    try {
      while (held.size() <= size) {
        held.add(starter.apply(ThreadReserve::hold));
      }
      held.remove().interrupt();
      complete = true;
      enough();
    } catch (OutOfMemoryError e) {
      giveBack(e);
    }
  }

  private static void hold() {
    while (!Thread.interrupted()) {
      LockSupport.park();
    }
  }

  private void enough() {
    if (isShort) {
      isShort = false;
      LOG.info("threads can be started again");
    }
  }

  private void giveBack(OutOfMemoryError why) {
    boolean first = !isShort;
    // All threads that are free are held at this moment.
    allowed.set(complete ? held.size() - size : held.size() / 2);
    isShort = true; // before others can take those that end now
    held.forEach(Thread::interrupt);
    held.clear();
    if (first) {
      LOG.warn(
          "no further thread can be started, goes on with those that there are: {}; see ulimit -u,"
              + " and pids.max of the container",
          why.getMessage());
    }
  }
}
