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

  private static final long WARM_UP_ROUNDS = 5_000_000;
  private static final long MEASURED_ROUNDS = 20_000_000;

  private final Delay amount;
  private final Handler next;
  private final double roundsPerNano;

  /** Never read. Volatile, so that the JIT compiler cannot remove the work. */
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

  private double calibrate() {
    sink = compute(WARM_UP_ROUNDS);
    double best = 0;
    for (int i = 0; i < 3; i++) {
      long before = System.nanoTime();
      sink = compute(MEASURED_ROUNDS);
      best = Math.max(best, (double) MEASURED_ROUNDS / Math.max(1, System.nanoTime() - before));
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
