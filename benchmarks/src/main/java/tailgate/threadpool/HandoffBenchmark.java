package tailgate.threadpool;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import tailgate.queue.TaskExecutor;

/**
 * The cost of handing a task to another thread, by pool and queue. {@link HandoffCandidate#ARRAY}
 * is the baseline: the JDK's own pool over its own bounded queue.
 *
 * <p><b>submit…</b> is the throughput of empty tasks. The queue is bounded and submitters wait
 * while it is full. So the tasks submitted in a second are also executed in it, except for a
 * queue's length, and no pool looks fast by only accepting tasks.
 *
 * <p><b>start…</b> is the time from submitting a task until it has begun and its submitter, which
 * sleeps meanwhile, has been woken; that wake-up costs the same for all candidates.
 */
@State(Scope.Benchmark)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HandoffBenchmark {

  /** A submitter that waits until its task has begun. */
  @State(Scope.Thread)
  public static class Submitter {
    final Semaphore begun = new Semaphore(0);
    final Runnable task = begun::release;
  }

  /** The pool and queue under test. */
  @Param public HandoffCandidate candidate = HandoffCandidate.ARRAY;

  /** Threads that execute tasks. */
  @Param({"8", "16", "32"})
  public int workers;

  private TaskExecutor pool;

  @Setup
  public void start() {
    pool = candidate.pool(workers);
  }

  /** Stops the pool. */
  @TearDown
  public void end() {
    pool.stop();
  }

  /** Measures one submitter. */
  @Benchmark
  @Threads(1)
  public void submit1() {
    pool.execute(HandoffBenchmark::doNothing);
  }

  /** Measures eight submitters. */
  @Benchmark
  @Threads(8)
  public void submit8() {
    pool.execute(HandoffBenchmark::doNothing);
  }

  /** Measures sixty-four submitters. */
  @Benchmark
  @Threads(64)
  public void submit64() {
    pool.execute(HandoffBenchmark::doNothing);
  }

  /** Measures the times of single tasks, with one submitter. */
  @Benchmark
  @BenchmarkMode(Mode.SampleTime)
  @Threads(1)
  public void start1(Submitter submitter) throws InterruptedException {
    pool.execute(submitter.task);
    submitter.begun.acquire();
  }

  /** Measures the times of single tasks, with eight submitters. */
  @Benchmark
  @BenchmarkMode(Mode.SampleTime)
  @Threads(8)
  public void start8(Submitter submitter) throws InterruptedException {
    pool.execute(submitter.task);
    submitter.begun.acquire();
  }

  /** Measures the times of single tasks, with sixty-four submitters. */
  @Benchmark
  @BenchmarkMode(Mode.SampleTime)
  @Threads(64)
  public void start64(Submitter submitter) throws InterruptedException {
    pool.execute(submitter.task);
    submitter.begun.acquire();
  }

  private static void doNothing() {}
}
