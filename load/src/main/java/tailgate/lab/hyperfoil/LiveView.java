package tailgate.lab.hyperfoil;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Health;

/**
 * The figures of a live load at one moment.
 *
 * @param counts since the last reset
 * @param perSecond answers in the last second
 * @param p50Micros of what was due in the last two seconds or is still under way, as {@code
 *     p99Micros}; 0 if nothing is
 * @param waiting those of them that have not left: no user is free
 * @param health of the generator over the same time, without those that found no user free
 * @param events the sample to be drawn
 * @param oneIn which part of the new requests {@code events} is: one in so many
 */
public record LiveView(
    Counts counts,
    double perSecond,
    long p50Micros,
    long p99Micros,
    int waiting,
    Health health,
    List<Event> events,
    long oneIn) {

  public LiveView {
    events = List.copyOf(events);
  }

  /** The counts obey {@code due = answered + refused + failed + inFlight}. */
  public record Counts(
      long due, long sent, long answered, long refused, long failed, long inFlight) {}

  /**
   * A request; times are nanoseconds of the recorder's clock.
   *
   * @param sent null if it has not left
   * @param ended null if it has not ended, as is {@code outcome}
   */
  public record Event(
      long due, @Nullable Long sent, @Nullable Long ended, @Nullable LiveOutcome outcome) {}
}
