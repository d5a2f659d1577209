package tailgate.adaptivepool;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A submitted task that leaves the queue when it is cancelled. Otherwise, it would keep its place
 * until a worker finds that there is nothing to do, and a full queue of cancelled tasks would
 * refuse others. Thread-safe, like every future.
 */
final class QueuedFuture<T> extends FutureTask<T> {
  private final Consumer<Runnable> remove;

  /**
   * What the queue contains for this task: itself, or what times it; null before it is queued and
   * after it has begun. Volatile: written by submitter and worker, read by the thread that cancels.
   */
  private volatile @Nullable Runnable queued;

  /**
   * A task that is not queued yet.
   *
   * @param remove removes what is given to it from the queue, if it is inside
   */
  QueuedFuture(Callable<T> task, Consumer<Runnable> remove) {
    super(task);
    this.remove = remove;
  }

  /** To be called before it is queued. */
  void queuedAs(Runnable entry) {
    queued = entry;
  }

  @Override
  public void run() {
    queued = null;
    super.run();
  }

  @Override
  protected void done() {
    Runnable entry = queued;
    if (entry != null && isCancelled()) {
      remove.accept(entry);
    }
  }
}
