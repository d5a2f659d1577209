package tailgate.adaptivepool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import tailgate.queue.BoundedQueue;

/**
 * What a submitter pays for an adaptive pool: a task is put into the queue and taken out again on
 * the same thread, and in between comes the decision whether to grow.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AdaptiveDecisionBenchmark {

  /** The ways to decide whether the pool needs another size. */
  public enum Question {
    /** The baseline: a fixed pool decides nothing. */
    NONE,
    /**
     * Ours: counting down to the next task that is timed, and one volatile read, because the
     * monitor has already been woken.
     */
    SIGNAL,
    /**
     * As in the first design of the Rust pool study ({@code docs/origins.md#rust-pool-study}): a
     * second lock for every task, and two thresholds.
     */
    LOCK
  }

  @Param public Question question = Question.NONE;

  private final BoundedQueue<Runnable> queue = new BoundedQueue<>(1024);
  private final WakeSignal wakeSignal = new WakeSignal();
  private final TaskTimer timer = new TaskTimer(System::nanoTime);
  private final ReentrantLock scaling = new ReentrantLock();

  /** How long the last task waited. Guarded by scaling. */
  private long latencyNanos = 1_000;

  /** Wakes the monitor, which does not exist here; many tasks have been timed before. */
  @Setup
  public void setSignal() {
    wakeSignal.set();
    timer.expect(1_000_000);
  }

  /** Measures one submitter. */
  @Benchmark
  @Threads(1)
  public @Nullable Runnable submit1() {
    return submit();
  }

  /** Measures eight submitters. */
  @Benchmark
  @Threads(8)
  public @Nullable Runnable submit8() {
    return submit();
  }

  private @Nullable Runnable submit() {
    Runnable task = AdaptiveDecisionBenchmark::doNothing;
    queue.offer(question == Question.SIGNAL ? timer.wrap(task) : task);
    switch (question) {
      case NONE -> {}
      case SIGNAL -> wakeSignal.set();
      case LOCK -> {
        if (wantsToGrow()) {
          throw new IllegalStateException("a short queue of quick tasks");
        }
      }
    }
    return queue.poll();
  }

  private boolean wantsToGrow() {
    scaling.lock();
    try {
      latencyNanos += (1_000 - latencyNanos) / 8;
      return queue.depth() >= 51 || latencyNanos >= 5_000_000;
    } finally {
      scaling.unlock();
    }
  }

  private static void doNothing() {}
}
