package tailgate.server;

import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.LongSupplier;
import tailgate.http.Request;
import tailgate.metrics.RequestMetrics;

/**
 * Who hears of requests, and by which clock: settled before the server starts, and never asked
 * again.
 *
 * @param clock nanoseconds; read at most three times for a request
 * @param observers makes an observer for each connection, on the thread that accepts it. One
 *     without memory may be the same for all.
 */
public record Observation(LongSupplier clock, Observers observers) {

  /** Nobody hears anything, and no clock is read. */
  public static final Observation NONE = new Observation(() -> 0, channel -> RequestObserver.NONE);

  /** Makes the observer of a connection. */
  @FunctionalInterface
  public interface Observers {

    /** The observer of an open connection. */
    RequestObserver of(SocketChannel channel);
  }

  /** Counts and measures all requests. */
  public static Observation of(LongSupplier clock, RequestMetrics metrics) {
    RequestObserver one = new Measuring(metrics); // has no memory
    return new Observation(clock, channel -> one);
  }

  /** The same, and {@code others} hear of everything too, after those who do already. */
  public Observation and(Observers others) {
    return new Observation(
        clock, channel -> new Several(List.of(observers.of(channel), others.of(channel))));
  }

  private record Measuring(RequestMetrics metrics) implements RequestObserver {

    @Override
    public void begun(Exchange exchange) {
      metrics.begin();
    }

    @Override
    public void ended(Exchange exchange) {
      metrics.end(exchange.status().code(), exchange.queueWaitNanos(), exchange.serviceNanos());
    }
  }

  private record Several(List<RequestObserver> all) implements RequestObserver {

    @Override
    public void begun(Exchange exchange) {
      for (int i = 0; i < all.size(); i++) { // by index: an iterator would be garbage
        all.get(i).begun(exchange);
      }
    }

    @Override
    public void answered(Exchange exchange, Request request) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).answered(exchange, request);
      }
    }

    @Override
    public void ended(Exchange exchange) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).ended(exchange);
      }
    }

    @Override
    public void closed() {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).closed();
      }
    }
  }
}
