package tailgate.adaptivepool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.event.Level;
import tailgate.adaptivepool.policy.Headcount;
import tailgate.queue.BoundedQueue;

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
 *
 * <pre>
 *   over = queue closed and drained, no members        nobody joins a closed and drained queue,
 *                                                      so what is over stays over
 * </pre>
 *
 * <p>The end depends on no other thread than those that close the queue and those that leave. A
 * monitor that is held up by a policy holds up nobody who waits for the end.
 */
final class Crew {
  private final BoundedQueue<Runnable> queue;
  private final ThreadFactory threads;
  private final String namePrefix;
  private final Bell bell;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();

  /** Guarded by lock. Workers are told apart by identity. */
  private final Map<Worker, Thread> members = new HashMap<>();

  /** Guarded by lock. Members that have been released and have left. */
  private long departed;

  /** Guarded by lock. Tasks that were performed by workers who are members no more. */
  private long performedByLeavers;

  /** Confined to the hiring thread. Numbers the threads. */
  private int hired;

  /** Confined to the hiring thread. Whether the last attempt failed: only the first is loud. */
  private boolean failing;

  /** Written by the hiring thread, read by anybody. */
  private final LongAdder failedHires = new LongAdder();

  /** Set once, before the members are interrupted; volatile because every worker reads it. */
  private volatile boolean stopping;

  Crew(BoundedQueue<Runnable> queue, ThreadFactory threads, String namePrefix, Bell bell) {
    this.queue = queue;
    this.threads = threads;
    this.namePrefix = namePrefix;
    this.bell = bell;
  }

  /**
   * Hires workers. One thread at a time: the pool's constructor, then its monitor.
   *
   * @return how many came; fewer than asked for if a thread could not be started, in which case the
   *     rest is not tried, or if nothing is left to be done
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
      if (!join(worker, thread)) {
        return false;
      }
      thread.start();
    } catch (Throwable failure) { // OutOfMemoryError above all: no further thread to be had
      forget(worker);
      failedHires.increment();
      Trouble.tell(failing ? Level.DEBUG : Level.WARN, "no thread for a worker", failure);
      failing = true;
      return false;
    }
    failing = false;
    hired++;
    return true;
  }

  private boolean join(Worker worker, Thread thread) {
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

  private void forget(Worker worker) {
    lock.lock();
    try {
      members.remove(worker);
      signalIfOver();
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
      signalIfOver();
    } finally {
      lock.unlock();
    }
    if (released) {
      bell.wake(); // the monitor of a closed and drained pool has nothing to wait for
    } else {
      bell.ring(); // somebody is missing
    }
  }

  /** Closes the queue. The crew ends with its last member, once what is queued is performed. */
  void close() {
    queue.close();
    lock.lock();
    try {
      signalIfOver();
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
      signalIfOver(); // whoever stops a crew may have emptied its queue
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

  /** Once true it stays so, for a closed queue takes nothing in. */
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
