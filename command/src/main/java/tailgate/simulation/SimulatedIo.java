package tailgate.simulation;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;

/**
 * Sleeps before each request is handled, like a handler that queries a database: it occupies the
 * thread, but not the processor. Thread-safe.
 */
public final class SimulatedIo implements Handler {

  private final List<Delay> delays;
  private final Handler next;

  /** Sleeps for each of {@code delays} in turn, then calls {@code next}. */
  public SimulatedIo(List<Delay> delays, Handler next) {
    this.delays = List.copyOf(delays);
    this.next = next;
  }

  @Override
  public Response handle(Request request) throws Exception {
    for (Delay delay : delays) {
      TimeUnit.NANOSECONDS.sleep(delay.sampleNanos(ThreadLocalRandom.current()));
    }
    return next.handle(request);
  }

  @Override
  public boolean readsBody() {
    return next.readsBody();
  }
}
