package trial;

import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/** Answers /work after 100 µs of computing, /wait after a sleep of 10 ms, and all else at once. */
public final class Waits implements Handler {

  private static final Response DONE = Response.status(Status.OK).text("done\n");
  private static final long WORK_NANOS = 100_000;
  private static final long SLEEP_MILLIS = 10;
  private static final int TRIALS = 300;
  private static final int ROUNDS = 20_000;

  private volatile long sink;
  private final long rounds = rounds();

  @Override
  public Response handle(Request request) throws InterruptedException {
    switch (request.target()) {
      case "/work" -> sink = compute(rounds);
      case "/wait" -> Thread.sleep(SLEEP_MILLIS);
      default -> {}
    }
    return DONE;
  }

  /** By the fastest trial: the others were interpreted, or interrupted. */
  private long rounds() {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < TRIALS; i++) {
      long before = System.nanoTime();
      sink = compute(ROUNDS);
      best = Math.min(best, System.nanoTime() - before);
    }
    return WORK_NANOS * ROUNDS / best;
  }

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
