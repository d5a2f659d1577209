package example;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Answers at once, except for two paths: {@code /block} waits for 50 ms, and {@code /compute} needs
 * 50 ms of a processor. {@code ./tailgate compare mixed} asks for one of them once in a hundred
 * requests.
 */
public final class OneInAHundred implements Handler {

  private static final long MILLIS = 50;
  private static final Response DONE = Response.status(Status.OK).text("done\n");

  /** How much work takes 50 ms: what waits for a processor has not become less work. */
  private final long rounds = rounds();

  @Override
  public Response handle(Request request) throws InterruptedException {
    switch (request.target()) {
      case "/block" -> Thread.sleep(MILLIS);
      case "/compute" -> {
        return Response.status(Status.OK).text(compute(rounds) + "\n");
      }
      default -> {
        // nothing to do
      }
    }
    return DONE;
  }

  private static long compute(long rounds) {
    long hash = rounds;
    for (long i = 0; i < rounds; i++) {
      hash = 31 * hash + i;
    }
    return hash;
  }

  /** Tried once, on the thread that starts the server, by its processor time. */
  private static long rounds() {
    ThreadMXBean times = ManagementFactory.getThreadMXBean();
    long tried = 100_000;
    long sum = 0;
    long nanos = 0;
    while (nanos < 20_000_000) { // the first ones are for the compiler
      tried *= 2;
      long before = times.getCurrentThreadCpuTime();
      sum += compute(tried);
      nanos = times.getCurrentThreadCpuTime() - before;
    }
    long rounds = Math.round(tried * MILLIS * 1e6 / nanos);
    return sum == 0 ? rounds + 1 : rounds; // so that nothing was computed for nobody
  }
}
