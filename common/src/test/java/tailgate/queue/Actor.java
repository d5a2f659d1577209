package tailgate.queue;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.lang.Thread.State;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A thread of a test that does one thing, which may block. */
public final class Actor<R extends @Nullable Object> {
  private final FutureTask<R> act;
  private final Thread thread;

  private Actor(Callable<R> act) {
    this.act = new FutureTask<>(act);
    this.thread = Thread.ofPlatform().daemon().start(this.act);
  }

  public static <R extends @Nullable Object> Actor<R> start(Callable<R> act) {
    return new Actor<>(act);
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
    return act.get(10, SECONDS);
  }
}
