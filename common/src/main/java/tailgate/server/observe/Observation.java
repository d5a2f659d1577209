package tailgate.server.observe;

import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.Request;
import tailgate.metrics.RequestMetrics;

/**
 * How requests are observed: by which clock, where they are measured, and which observers are
 * notified. Fixed before the server starts.
 *
 * @param clock nanoseconds; read at most three times for a request
 * @param metrics gets the times of each request; null if nothing is measured
 * @param observers makes an observer for each connection, on the thread that accepts it. An
 *     observer without state may be the same for all.
 * @param serverTiming whether each response has a Server-Timing field
 */
public record Observation(
    LongSupplier clock,
    @Nullable RequestMetrics metrics,
    Observers observers,
    boolean serverTiming) {

  private static final Observers NOBODY = channel -> RequestObserver.NONE;

  /** Measures nothing, notifies nobody, and reads no clock. */
  public static final Observation NONE = new Observation(() -> 0, NOBODY);

  /** Measures nothing; responses have no Server-Timing field. */
  public Observation(LongSupplier clock, Observers observers) {
    this(clock, null, observers, false);
  }

  /** Makes the observer of a connection. */
  @FunctionalInterface
  public interface Observers {

    /** The observer of an open connection. */
    RequestObserver of(SocketChannel channel);

    /**
     * A reactor calls this before it handles what its selector has just reported. All of that
     * counts as arrived at this time, although the last of it may have to wait until the rest is
     * dispatched, or even answered.
     *
     * @param nanos by the observation's clock
     */
    default void reported(long nanos) {}
  }

  /** Counts and measures all requests. */
  public static Observation of(LongSupplier clock, RequestMetrics metrics) {
    return new Observation(clock, metrics, NOBODY, false);
  }

  /** Returns this observation, of which {@code others} are notified too, after the present ones. */
  public Observation and(Observers others) {
    Observers all = observers.equals(NOBODY) ? others : new Both(observers, others);
    return new Observation(clock, metrics, all, serverTiming);
  }

  /** Returns this observation with a real clock: that of {@link #NONE} always returns 0. */
  public Observation timed() {
    return clock.equals(NONE.clock)
        ? new Observation(System::nanoTime, metrics, observers, serverTiming)
        : this;
  }

  /** Returns this observation with a Server-Timing field in each response. */
  public Observation withServerTiming() {
    return new Observation(clock, metrics, observers, true);
  }

  private record Both(Observers first, Observers second) implements Observers {

    @Override
    public RequestObserver of(SocketChannel channel) {
      return new Chained(first.of(channel), second.of(channel));
    }

    @Override
    public void reported(long nanos) {
      first.reported(nanos);
      second.reported(nanos);
    }
  }

  private record Chained(RequestObserver first, RequestObserver second) implements RequestObserver {

    @Override
    public void arrived(long nanos) {
      first.arrived(nanos);
      second.arrived(nanos);
    }

    @Override
    public void begun(ObservedRequest request) {
      first.begun(request);
      second.begun(request);
    }

    @Override
    public void answered(ObservedRequest request, Request head) {
      first.answered(request, head);
      second.answered(request, head);
    }

    @Override
    public void refused(ObservedRequest request, byte[] bytes, int from, int to) {
      first.refused(request, bytes, from, to);
      second.refused(request, bytes, from, to);
    }

    @Override
    public void ended(ObservedRequest request) {
      first.ended(request);
      second.ended(request);
    }

    @Override
    public void rejected(ObservedRequest request) {
      first.rejected(request);
      second.rejected(request);
    }

    @Override
    public void closed() {
      first.closed();
      second.closed();
    }
  }
}
