package tailgate.adaptivepool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.queue.BoundedQueue;

/**
 * The workers of a pool: which ones there are, how many, and when the last one has left.
 *
 * <p>A worker is a member from before its thread starts until its last act. It leaves because the
 * queue has released it, exactly once. So the members on their way out are the releases that have
 * not become departures yet. (A worker whose thread dies of an Error was busy, and is simply no
 * longer a member.)
 *
 * <pre>
 *   workers  = members
 *   retiring = queue.released - departed
 *   idle     = queue.waiting
 *   busy     = workers - retiring - idle
 * </pre>
 *
 * <p>The four numbers belong to the same instant, because {@link #counts} reads them under both
 * locks, this one first and the queue's inside it: meanwhile no worker can join, leave or be
 * released.
 *
 * <pre>
 *   over = queue closed and drained, no members        no worker joins a closed and drained queue,
 *                                                      so the end is final
 * </pre>
 *
 * <p>The end depends only on the threads that close the queue and the workers that leave. A monitor
 * that is held up by a policy does not delay a thread that waits for the end.
 *
 * <p>{@code WorkerSetModelTest} runs starting, leaving, submitting and closing under a model
 * checker.
 */
final class WorkerSet {

  /** One worker, as the set sees it. */
  static final class Member {

    /**
     * Written by the worker's thread alone, so that it needs no atomic addition, and opaquely: a
     * reader may see an older value. A LongAdder for all workers took a tenth of the time of tasks
     * that do nothing.
     */
    private final AtomicLong completed = new AtomicLong();

    /** Counts a task. Only the worker's own thread calls it. */
    void completedOne() {
      completed.setOpaque(completed.getPlain() + 1);
    }

    private long completed() {
      return completed.getOpaque();
    }
  }

  private final BoundedQueue<Runnable> queue;
  private final WakeSignal wakeSignal;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();

  /** Guarded by lock. Members are told apart by identity. */
  private final Map<Member, Thread> members = new HashMap<>();

  /** Guarded by lock. Members that have been released and have left. */
  private long departed;

  /** Guarded by lock. Tasks completed by workers that are no longer members. */
  private long completedByDeparted;

  /** Set once, before the members are interrupted; volatile because every worker reads it. */
  private volatile boolean stopping;

  WorkerSet(BoundedQueue<Runnable> queue, WakeSignal wakeSignal) {
    this.queue = queue;
    this.wakeSignal = wakeSignal;
  }

  /** Adds a worker whose thread is about to start. Refuses if there is nothing left to do. */
  boolean join(Member worker, Thread thread) {
    lock.lock();
    try {
      if (isNothingLeft()) {
        return false;
      }
      members.put(worker, thread);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Removes a worker whose thread could not be started. */
  void forget(Member worker) {
    lock.lock();
    try {
      members.remove(worker);
      signalIfOver();
    } finally {
      lock.unlock();
    }
  }

  /** A worker's last act: the queue has released it, or its thread is dying. */
  void leave(Member worker, boolean released) {
    lock.lock();
    try {
      members.remove(worker);
      completedByDeparted += worker.completed();
      if (released) {
        departed++;
      }
      signalIfOver();
    } finally {
      lock.unlock();
    }
    if (released) {
      wakeSignal.wake(); // the monitor of a closed and drained pool has nothing to wait for
    } else {
      wakeSignal.set(); // a worker is missing
    }
  }

  /** Closes the queue. The last worker leaves once all queued tasks have been performed. */
  void close() {
    queue.close();
    lock.lock();
    try {
      signalIfOver();
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts all members. A task that begins after this begins interrupted. */
  void stop() {
    stopping = true;
    lock.lock();
    try {
      members.values().forEach(Thread::interrupt);
      signalIfOver(); // the caller may have emptied the queue
    } finally {
      lock.unlock();
    }
  }

  boolean isStopping() {
    return stopping;
  }

  /** Workers and queued tasks, all at the same instant. */
  PoolCounts counts() {
    lock.lock();
    try {
      BoundedQueue.Snapshot now = queue.snapshot();
      int retiring = Math.toIntExact(now.released() - departed);
      return new PoolCounts(members.size(), now.waiting(), retiring, now.depth());
    } finally {
      lock.unlock();
    }
  }

  /** The number of tasks completed since the beginning. Takes the lock. */
  long completedTasks() {
    lock.lock();
    try {
      long sum = completedByDeparted;
      for (Member worker : members.keySet()) {
        sum += worker.completed();
      }
      return sum;
    } finally {
      lock.unlock();
    }
  }

  List<Thread> threads() {
    lock.lock();
    try {
      return List.copyOf(members.values());
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the end, at most for this time. Returns whether the end has come. */
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

  // All methods below need the lock.

  /** Once true it stays true, because a closed queue accepts nothing. */
  private boolean isNothingLeft() {
    return queue.isClosed() && queue.depth() == 0;
  }

  private boolean isOver() {
    return isNothingLeft() && members.isEmpty();
  }

  private void signalIfOver() {
    if (isOver()) {
      ended.signalAll();
    }
  }
}
