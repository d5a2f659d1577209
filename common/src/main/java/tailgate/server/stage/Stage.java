package tailgate.server.stage;

import org.jspecify.annotations.Nullable;
import tailgate.metrics.PoolGauges;
import tailgate.queue.DisciplinedSemaphore;
import tailgate.queue.TaskExecutor;

/**
 * The only interface between the core and a stage: all that distinguishes one stage from another.
 *
 * @param name the stage's name as users type it, {@code "threadpool"}
 * @param dispatch what the executor is given
 * @param keepAlive whether a connection may carry more than one request
 * @param listeners how many threads share the listening port, at least 1: reactors if dispatch is
 *     by request, acceptors if it is by connection
 * @param workers the executor in words, for the banner: {@code "8 threads, queue of 1024"}
 * @param pool the statistics of its workers
 * @param admission what a request needs a permit of while it is in the handler, so that its thread
 *     may have to wait; null if every request is admitted. Not for a stage whose reactors run the
 *     handler: they must not wait.
 * @param executor runs what it is given, waits until it can, or throws {@link
 *     java.util.concurrent.RejectedExecutionException}, as its {@link OverloadPolicy} says. It may
 *     run a task on the calling thread, or {@linkplain tailgate.queue.Refusable#refuse refuse} it
 *     there. The server stops it when it stops itself.
 */
public record Stage(
    String name,
    Dispatch dispatch,
    boolean keepAlive,
    int listeners,
    String workers,
    PoolGauges pool,
    @Nullable DisciplinedSemaphore admission,
    TaskExecutor executor) {

  /** Refuses fewer than one listener. */
  public Stage {
    if (listeners < 1) {
      String kind = dispatch == Dispatch.REQUEST ? "reactors" : "acceptors";
      throw new IllegalArgumentException(kind + " must be at least 1, not " + listeners);
    }
  }

  /** A stage that admits every request. */
  public Stage(
      String name,
      Dispatch dispatch,
      boolean keepAlive,
      int listeners,
      String workers,
      PoolGauges pool,
      TaskExecutor executor) {
    this(name, dispatch, keepAlive, listeners, workers, pool, null, executor);
  }

  /** Creates a stage that admits every request, without statistics of its workers. */
  public Stage(
      String name,
      Dispatch dispatch,
      boolean keepAlive,
      int listeners,
      String workers,
      TaskExecutor executor) {
    this(name, dispatch, keepAlive, listeners, workers, PoolGauges.NONE, executor);
  }

  /** Returns this stage with another dispatch and keep-alive. */
  public Stage with(Dispatch otherDispatch, boolean otherKeepAlive) {
    return new Stage(
        name, otherDispatch, otherKeepAlive, listeners, workers, pool, admission, executor);
  }
}
