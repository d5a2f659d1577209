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
 * @param serverTiming whether each response tells its client too, see {@link ServerTiming}
 */
public record Observation(LongSupplier clock, Observers observers, boolean serverTiming) {

  /** Nobody hears anything, and no clock is read. */
  public static final Observation NONE = new Observation(() -> 0, channel -> RequestObserver.NONE);

  /** One that clients hear nothing of. */
  public Observation(LongSupplier clock, Observers observers) {
    this(clock, observers, false);
  }

  /** Makes the observer of a connection. */
  @FunctionalInterface
  public interface Observers {

    /** The observer of an open connection. */
    RequestObserver of(SocketChannel channel);

    /**
     * A reactor calls, before it does anything about what its selector has just reported: all of
     * that was there at this time, though the last of it may have to wait until the rest was handed
     * over, or even answered.
     *
     * @param nanos by the observation's clock
     */
    default void reported(long nanos) {}
  }

  /** Counts and measures all requests. */
  public static Observation of(LongSupplier clock, RequestMetrics metrics) {
    RequestObserver one = new Measuring(metrics); // has no memory
    return new Observation(clock, channel -> one);
  }

  /** The same, and {@code others} hear of everything too, after those who do already. */
  public Observation and(Observers others) {
    return new Observation(clock, new Both(observers, others), serverTiming);
  }

  /** The same, by a clock that runs: that of {@link #NONE} stands still. */
  public Observation timed() {
    return clock.equals(NONE.clock)
        ? new Observation(System::nanoTime, observers, serverTiming)
        : this;
  }

  /** The same, and each response says in its Server-Timing field what its request has cost. */
  public Observation withServerTiming() {
    return new Observation(clock, observers, true);
  }

  private record Measuring(RequestMetrics metrics) implements RequestObserver {

    @Override
    public void begun(RequestTiming timing) {
      metrics.begin();
    }

    @Override
    public void ended(RequestTiming timing) {
      metrics.end(timing.status().code(), timing.queueWaitNanos(), timing.serviceNanos());
    }
  }

  private record Both(Observers first, Observers second) implements Observers {

    @Override
    public RequestObserver of(SocketChannel channel) {
      return new Several(List.of(first.of(channel), second.of(channel)));
    }

    @Override
    public void reported(long nanos) {
      first.reported(nanos);
      second.reported(nanos);
    }
  }

  private record Several(List<RequestObserver> all) implements RequestObserver {

    @Override
    public void arrived(long nanos) {
      for (int i = 0; i < all.size(); i++) { // by index: an iterator would be garbage
        all.get(i).arrived(nanos);
      }
    }

    @Override
    public void begun(RequestTiming timing) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).begun(timing);
      }
    }

    @Override
    public void answered(RequestTiming timing, Request request) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).answered(timing, request);
      }
    }

    @Override
    public void refused(RequestTiming timing, byte[] bytes, int from, int to) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).refused(timing, bytes, from, to);
      }
    }

    @Override
    public void ended(RequestTiming timing) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).ended(timing);
      }
    }

    @Override
    public void rejected(RequestTiming timing) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).rejected(timing);
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
