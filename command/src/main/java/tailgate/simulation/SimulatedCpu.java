package tailgate.simulation;

import java.util.concurrent.ThreadLocalRandom;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;

/**
 * Computes before each request is handled, which occupies the processor. Thread-safe.
 *
 * <p>It does a fixed amount of work, which is calibrated once at the start. Spinning until a
 * deadline would be wrong: any number of threads could "compute" at the same time on one core.
 */
public final class SimulatedCpu implements Handler {

  /** Some hundred microseconds: short enough that nobody takes the processor in between. */
  private static final long ROUNDS = 250_000;

  /** The JIT compiler needs some of them, and others may have the processor in most. */
  private static final int TRIALS = 200;

  private final Delay amount;
  private final Handler next;
  private final double roundsPerNano;

  /**
   * The result of the work, which is never read. Volatile, so that the JIT compiler cannot remove
   * the work.
   */
  @SuppressWarnings("unused")
  private volatile long sink;

  /**
   * Does work that takes {@code amount} on an idle core, then calls {@code next}. The calibration
   * takes a moment.
   */
  public SimulatedCpu(Delay amount, Handler next) {
    this.amount = amount;
    this.next = next;
    this.roundsPerNano = calibrate();
  }

  @Override
  public Response handle(Request request) throws Exception {
    double nanos = amount.sampleNanos(ThreadLocalRandom.current());
    sink = compute((long) (nanos * roundsPerNano));
    return next.handle(request);
  }

  @Override
  public boolean readsBody() {
    return next.readsBody();
  }

  /**
   * Measures how fast this machine is. The fastest trial counts: the others were interpreted, or
   * interrupted.
   */
  private double calibrate() {
    double best = 0;
    for (int i = 0; i < TRIALS; i++) {
      long before = System.nanoTime();
      sink = compute(ROUNDS);
      best = Math.max(best, (double) ROUNDS / Math.max(1, System.nanoTime() - before));
    }
    return best;
  }

  /** Each round depends on the one before, so it cannot be parallelized. */
  private static long compute(long rounds) {
    long x = rounds | 1;
    for (long i = 0; i < rounds; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }
}
