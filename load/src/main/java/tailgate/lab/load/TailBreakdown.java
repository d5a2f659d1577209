package tailgate.lab.load;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says why the slowest 1 % of the answered requests were slow: which parts of their time were
 * longer than those of the faster half.
 *
 * @param bands as {@link LatencyBreakdown#BANDS}
 */
public record TailBreakdown(List<LatencyBreakdown> bands) {

  /** A smaller share of the difference is not named in the sentence. */
  private static final double NOTABLE = 0.05;

  /** The slowest are not slow if they take less than this many times as long as the faster half. */
  private static final double SLOWER = 1.5;

  /** The parts of a latency, in their order. */
  public enum LatencyPart {
    LATE("before it left", "the time before they left", LatencyBreakdown::late),
    ARRIVING("arriving", "the time until the server had read them", LatencyBreakdown::arriving),
    QUEUE("waiting", "the wait for a worker", LatencyBreakdown::queue),
    PROCESSOR("no processor", "the wait for a processor", LatencyBreakdown::processor),
    STOPPED("stopped", "a collection, which stopped all threads", LatencyBreakdown::stopped),
    SERVICE("served", "the time in which they were served", LatencyBreakdown::service),
    BACK("back", "the way back", LatencyBreakdown::back);

    private final String title;
    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
    private final ToLongFunction<LatencyBreakdown> sum;

    LatencyPart(String title, String words, ToLongFunction<LatencyBreakdown> sum) {
      this.title = title;
      this.words = words;
      this.sum = sum;
    }

    public String title() {
      return title;
    }

    /** Returns the mean of the part over some requests, in microseconds. */
    public double mean(LatencyBreakdown band) {
      return (double) sum.applyAsLong(band) / Math.max(1, band.requests());
    }
  }

  /** The parts of which nothing may be known. */
  private static final Set<LatencyPart> PERHAPS =
      Set.of(LatencyPart.PROCESSOR, LatencyPart.STOPPED);

  public TailBreakdown {
    bands = List.copyOf(bands);
  }

  /** Returns what is known of some loads together; empty if there is no slowest request. */
  public static Optional<TailBreakdown> of(Stream<@Nullable Breakdown> loads) {
    return Optional.ofNullable(Breakdown.sum(loads))
        .map(all -> new TailBreakdown(all.bands()))
        .filter(tail -> tail.requests() > 0);
  }

  private LatencyBreakdown slowest() {
    return bands.getLast();
  }

  /** Returns how many requests are the slowest 1 %. */
  public long requests() {
    return slowest().requests();
  }

  /** Returns the mean latency of the slowest, in microseconds. */
  public double meanMicros() {
    return mean(slowest());
  }

  /** Returns the mean of a part of their latency, in microseconds. */
  public double meanMicros(LatencyPart part) {
    return part.mean(slowest());
  }

  /** Whether it is known how long a part was: of a processor and of stops it may not be. */
  public boolean knows(LatencyPart part) {
    return !PERHAPS.contains(part) || bands.stream().anyMatch(band -> part.mean(band) > 0);
  }

  private double usualMicros() {
    return mean(bands.getFirst());
  }

  private static double mean(LatencyBreakdown band) {
    return (double) band.total() / Math.max(1, band.requests());
  }

  /** Returns a part of the difference between the slowest and the faster half, from 0 to 1. */
  private double share(LatencyPart part) {
    return (meanMicros(part) - part.mean(bands.getFirst())) / (meanMicros() - usualMicros());
  }

  /** Returns the answer as a sentence that begins in lower case, without its full stop. */
  public String words() {
    String both =
        format(
            "the slowest 1 %% (%,d) took %s ms on average, the faster half %s ms",
            requests(), millis(meanMicros()), millis(usualMicros()));
    if (meanMicros() < SLOWER * usualMicros()) {
      return both + ": they were hardly slower";
    }
    List<String> parts =
        Stream.of(LatencyPart.values())
            .filter(part -> share(part) >= NOTABLE)
            .sorted(Comparator.comparingDouble(this::share).reversed())
            .map(part -> format("%.0f %% is %s", share(part) * 100, part.words))
            .toList();
    return both + "; of the difference, " + Text.list(parts);
  }
}
