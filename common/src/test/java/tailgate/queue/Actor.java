package tailgate.queue;

import java.lang.Thread.State;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A thread of a test that does one thing, which may block. */
public final class Actor<R extends @Nullable Object> {
  private final FutureTask<R> act;
  private final Thread thread;

  private Actor(Thread.Builder builder, Callable<R> act) {
    this.act = new FutureTask<>(act);
    this.thread = builder.start(this.act);
  }

  public static <R extends @Nullable Object> Actor<R> start(Callable<R> act) {
    return new Actor<>(Thread.ofPlatform().daemon(), act);
  }

  public static <R extends @Nullable Object> Actor<R> startVirtual(Callable<R> act) {
    return new Actor<>(Thread.ofVirtual(), act);
  }

  /** Returns when the actor waits for something: the only thing a latch cannot tell. */
  public Actor<R> awaitBlocked() {
    Eventually.until(
        () -> thread.getState() == State.WAITING || thread.getState() == State.TIMED_WAITING);
    return this;
  }

  public Actor<R> interrupt() {
    thread.interrupt();
    return this;
  }

  public boolean isDone() {
    return act.isDone();
  }

  /** What the act returned; an ExecutionException if it threw. */
  public R result() throws Exception {
    return act.get();
  }
}
