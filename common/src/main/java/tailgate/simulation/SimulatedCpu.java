package tailgate.simulation;

import java.util.concurrent.ThreadLocalRandom;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;

/**
 * Computes before each request is handled: the processor is held. Thread-safe.
 *
 * <p>The amount is one of work, measured once at the start, and not one of time: spinning until a
 * clock says so would let any number of threads "compute" side by side on one core.
 */
public final class SimulatedCpu implements Handler {

  private static final long WARM_UP_ROUNDS = 5_000_000;
  private static final long MEASURED_ROUNDS = 20_000_000;

  private final Delay amount;
  private final Handler next;
  private final double roundsPerNano;

  /** Nobody reads it; volatile, so that the work cannot be left out. */
  @SuppressWarnings("unused")
  private volatile long sink;

  /**
   * Computes for {@code amount} on an idle core, then asks {@code next}. Takes a moment to measure.
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

  /** Each round depends on the one before, so a faster clock is the only way to be faster. */
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
