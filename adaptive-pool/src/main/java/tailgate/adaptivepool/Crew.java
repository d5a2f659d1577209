package tailgate.adaptivepool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import tailgate.handoff.BoundedQueue;

/**
 * The workers: who they are, how many, and when the last one is gone.
 *
 * <p>A worker is a member from before its thread starts until its last act. It leaves because the
 * queue has released it, exactly once, so the members that are on their way out are the releases
 * that have not become departures yet. (A worker whose thread dies of an Error was busy, and simply
 * is a member no more.)
 *
 * <pre>
 *   workers  = members
 *   retiring = queue.released - departed
 *   idle     = queue.waiting
 *   busy     = workers - retiring - idle
 * </pre>
 *
 * <p>The four are one instant's truth because {@link #headcount} reads them under both locks, this
 * one first and the queue's inside it: nobody can join or leave meanwhile, nor be released.
 */
final class Crew {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptivePool.class);

  private final BoundedQueue<Runnable> queue;
  private final ThreadFactory threads;
  private final String namePrefix;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();

  /** Guarded by lock. Workers are told apart by identity. */
  private final Map<Worker, Thread> members = new HashMap<>();

  /** Guarded by lock. Members that have been released and have left. */
  private long departed;

  /** Guarded by lock. Tasks that were performed by workers who are members no more. */
  private long performedByLeavers;

  /** Guarded by lock. Nobody will be hired any more. */
  private boolean complete;

  /** Confined to the hiring thread. Numbers the threads. */
  private int hired;

  /** Confined to the hiring thread. Whether the last attempt failed: only the first is loud. */
  private boolean failing;

  /** Written by the hiring thread, read by anybody. */
  private final LongAdder failedHires = new LongAdder();

  /** Set once, before the members are interrupted; volatile because every worker reads it. */
  private volatile boolean stopping;

  Crew(BoundedQueue<Runnable> queue, ThreadFactory threads, String namePrefix) {
    this.queue = queue;
    this.threads = threads;
    this.namePrefix = namePrefix;
  }

  /**
   * Hires workers. One thread at a time: the pool's constructor, then its monitor.
   *
   * @return how many came; fewer than asked for if a thread could not be started, in which case the
   *     rest is not tried
   */
  int hire(int wanted) {
    int came = 0;
    while (came < wanted && hireOne()) {
      came++;
    }
    return came;
  }

  private boolean hireOne() {
    Worker worker = new Worker(this, queue);
    try {
      Thread thread = Objects.requireNonNull(threads.newThread(worker), "no thread was made");
      thread.setName(namePrefix + "-worker-" + (hired + 1));
      join(worker, thread);
      thread.start();
    } catch (Throwable failure) { // OutOfMemoryError above all: no further thread to be had
      forget(worker);
      failedHires.increment();
      LOG.atLevel(failing ? Level.DEBUG : Level.WARN)
          .log("no thread for a worker of {}: {}", namePrefix, failure.toString());
      failing = true;
      return false;
    }
    failing = false;
    hired++;
    return true;
  }

  private void join(Worker worker, Thread thread) {
    lock.lock();
    try {
      members.put(worker, thread);
    } finally {
      lock.unlock();
    }
  }

  private void forget(Worker worker) {
    lock.lock();
    try {
      members.remove(worker);
    } finally {
      lock.unlock();
    }
  }

  /** A worker's last act: it has been released by the queue, or its thread is dying. */
  void leave(Worker worker, boolean released) {
    lock.lock();
    try {
      members.remove(worker);
      performedByLeavers += worker.performed();
      if (released) {
        departed++;
      }
      signalIfEnded();
    } finally {
      lock.unlock();
    }
  }

  /** Says that nobody will be hired any more: the crew ends with its last member. */
  void complete() {
    lock.lock();
    try {
      complete = true;
      signalIfEnded();
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts all members; tasks that nevertheless begin from now on begin interrupted. */
  void stop() {
    stopping = true;
    lock.lock();
    try {
      members.values().forEach(Thread::interrupt);
    } finally {
      lock.unlock();
    }
  }

  boolean isStopping() {
    return stopping;
  }

  /** Workers and queued tasks, all at the same instant. */
  Headcount headcount() {
    lock.lock();
    try {
      BoundedQueue.Snapshot now = queue.snapshot();
      int retiring = Math.toIntExact(now.released() - departed);
      return new Headcount(members.size(), now.waiting(), retiring, now.depth());
    } finally {
      lock.unlock();
    }
  }

  /** How many tasks have been performed since the beginning. Takes the lock. */
  long performed() {
    lock.lock();
    try {
      long sum = performedByLeavers;
      for (Worker worker : members.keySet()) {
        sum += worker.performed();
      }
      return sum;
    } finally {
      lock.unlock();
    }
  }

  /** The threads of all members. */
  List<Thread> threads() {
    lock.lock();
    try {
      return List.copyOf(members.values());
    } finally {
      lock.unlock();
    }
  }

  long failedHires() {
    return failedHires.sum();
  }

  boolean hasEnded() {
    lock.lock();
    try {
      return isOver();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the end, no longer than given; answers whether it has come. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    long leftNanos = nanos;
    lock.lockInterruptibly();
    try {
      while (!isOver() && leftNanos > 0) {
        leftNanos = ended.awaitNanos(leftNanos);
      }
      return isOver();
    } finally {
      lock.unlock();
    }
  }

  // Below: only with the lock held.

  private boolean isOver() {
    return complete && members.isEmpty();
  }

  private void signalIfEnded() {
    if (isOver()) {
      ended.signalAll();
    }
  }
}
