package tailgate.lab.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.LoadResult.SegmentResult;

/**
 * A load that several generators share, and what they have measured together.
 *
 * <p>Each has its share of the users, or of the arrivals: the sum of independent Poisson processes
 * is a Poisson process of the sum of their rates. Arrivals that are uniform in each share are not
 * so together.
 *
 * <p>Latencies are added as histograms, so percentiles are exact. Of what a generator sums up
 * itself, the combination is an upper bound of what is bad: the largest lag, and the sum of the
 * highest rates.
 */
public final class Shares {

  /** The seeds of two shares differ by this: by more than the seeds of two runs. */
  private static final long APART = 1_000_003;

  private static final int DIGITS = 3;

  /**
   * What one generator has measured.
   *
   * @param users that it had
   * @param latencies of the segments that count, by their labels, in microseconds
   * @param waited how long requests without an answer have waited, likewise
   * @param seconds the latencies of the {@link LoadResult#seconds}
   * @param windows those of the windows of the timeline
   */
  public record Part(
      int users,
      LoadResult load,
      Map<String, Histogram> latencies,
      Map<String, Histogram> waited,
      List<Histogram> seconds,
      List<Histogram> windows) {
    public Part {
      latencies = Collections.unmodifiableMap(new LinkedHashMap<>(latencies));
      waited = Collections.unmodifiableMap(new LinkedHashMap<>(waited));
      seconds = List.copyOf(seconds);
      windows = List.copyOf(windows);
    }
  }

  private Shares() {}

  /**
   * Divides a load into shares.
   *
   * @param generators that could share it; one without a user gets no share
   */
  public static List<LoadSpec> of(LoadSpec whole, int generators) {
    int count = Math.min(generators, whole.users());
    return IntStream.range(0, count).mapToObj(i -> share(whole, i, count)).toList();
  }

  private static LoadSpec share(LoadSpec whole, int i, int count) {
    List<Segment> segments =
        whole.segments().stream()
            .map(
                segment ->
                    new Segment(
                        segment.kind(),
                        segment.cycle(),
                        part(segment.arrivals(), i, count) * 1e3 / segment.millis(),
                        segment.millis(),
                        segment.users() == null ? null : (int) part(segment.users(), i, count)))
            .toList();
    Arrivals arrivals = whole.arrivals();
    return whole.part(
        (int) part(whole.users(), i, count),
        segments,
        new Arrivals(arrivals.law(), arrivals.seed() + i * APART));
  }

  /** Returns one of equal parts; the rest of the division goes to the first parts. */
  private static long part(long all, int i, int count) {
    return all / count + (i < all % count ? 1 : 0);
  }

  /**
   * Puts the results of all generators together.
   *
   * @param whole the load that was divided
   * @param parts of it, whose starts are by the same clock; at least one
   */
  public static Part together(LoadSpec whole, List<Part> parts) {
    Map<String, Histogram> latencies = byLabel(parts, Part::latencies);
    Map<String, Histogram> waited = byLabel(parts, Part::waited);
    List<Histogram> seconds = sums(parts, Part::seconds);
    List<Histogram> windows = sums(parts, Part::windows);
    List<LoadResult> loads = parts.stream().map(Part::load).toList();
    List<SegmentResult> segments = new ArrayList<>();
    for (int i = 0; i < whole.segments().size(); i++) {
      segments.add(segment(whole.segments().get(i), i, loads, latencies, waited));
    }
    LoadResult all =
        new LoadResult(
            loads.stream().mapToLong(LoadResult::startEpochMillis).min().orElseThrow(),
            health(whole, parts),
            segments,
            timeline(loads, windows),
            seconds(loads));
    return new Part(whole.users(), all, latencies, waited, seconds, windows);
  }

  private static SegmentResult segment(
      Segment segment,
      int index,
      List<LoadResult> loads,
      Map<String, Histogram> latencies,
      Map<String, Histogram> waited) {
    List<SegmentResult> shares = loads.stream().map(load -> load.segments().get(index)).toList();
    Histogram none = new Histogram(DIGITS);
    // Of a segment that does not count, there are no histograms.
    Figures figures =
        Figures.of(
            latencies.getOrDefault(segment.label(), none),
            waited.getOrDefault(segment.label(), none),
            sum(shares, part -> part.figures().failed()),
            sum(shares, part -> part.figures().missing()));
    return new SegmentResult(
        segment,
        figures,
        shares.stream().mapToLong(SegmentResult::fromNanos).min().orElseThrow(),
        shares.stream().mapToLong(SegmentResult::toNanos).max().orElseThrow(),
        sum(shares, SegmentResult::answeredInTime),
        most(shares, SegmentResult::lagP99Micros),
        shares.stream().anyMatch(part -> part.blocked() == null)
            ? null
            : Long.valueOf(sum(shares, part -> orNone(part.blocked()))),
        persistent(shares),
        failures(shares),
        Breakdown.sum(shares.stream().map(SegmentResult::breakdown)));
  }

  /** Adds the figures of the shares; null if those of one are not known. */
  private static @Nullable Persistent persistent(List<SegmentResult> parts) {
    Persistent sum = new Persistent(0, 0);
    for (SegmentResult part : parts) {
      Persistent known = part.persistent();
      if (known == null) {
        return null;
      }
      sum = new Persistent(sum.answered() + known.answered(), sum.failed() + known.failed());
    }
    return sum;
  }

  /** Adds the failures of the shares; null if those of one are not known. */
  private static @Nullable Failures failures(List<SegmentResult> parts) {
    Failures sum = Failures.NONE;
    for (SegmentResult part : parts) {
      Failures known = part.failures();
      if (known == null) {
        return null;
      }
      sum = sum.and(known);
    }
    return sum;
  }

  private static Health health(LoadSpec whole, List<Part> parts) {
    List<Health> healths = parts.stream().map(part -> part.load().health()).toList();
    return new Health(
        sum(healths, Health::scheduled),
        sum(healths, Health::sent),
        sum(healths, Health::blocked),
        sum(healths, Health::late),
        healths.stream().mapToLong(Health::lagP99Micros).max().orElseThrow(),
        healths.stream().mapToLong(Health::lagMaxMicros).max().orElseThrow(),
        ofUsers(whole, parts, Health::usersAccounted),
        ofUsers(whole, parts, Health::heldByGenerator),
        healths.stream().anyMatch(health -> health.peakPerSecond() == null)
            ? null
            : Double.valueOf(total(healths, health -> orZero(health.peakPerSecond()))),
        null,
        null);
  }

  /** Returns a share of the users' time; null if one of the generators does not know it. */
  private static @Nullable Double ofUsers(
      LoadSpec whole, List<Part> parts, Function<Health, @Nullable Double> share) {
    if (parts.stream().anyMatch(part -> share.apply(part.load().health()) == null)) {
      return null;
    }
    return total(parts, part -> part.users() * orZero(share.apply(part.load().health())))
        / whole.users();
  }

  private static Timeline timeline(List<LoadResult> loads, List<Histogram> windows) {
    Timeline first = loads.get(0).timeline();
    return Timeline.of(
        first.windowMillis(),
        windows,
        sums(loads, load -> load.timeline().failed(), windows.size()),
        sums(loads, load -> orEmpty(load.timeline().ended(), windows.size()), windows.size()));
  }

  private static List<Long> sums(
      List<LoadResult> loads, Function<LoadResult, List<Long>> of, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> sum(loads, load -> of.apply(load).get(i)))
        .toList();
  }

  private static List<LoadResult.Second> seconds(List<LoadResult> loads) {
    List<LoadResult.Second> first = loads.get(0).seconds();
    return IntStream.range(0, first.size())
        .mapToObj(
            i ->
                new LoadResult.Second(
                    first.get(i).segment(),
                    first.get(i).index(),
                    sum(loads, load -> load.seconds().get(i).answered()),
                    sum(loads, load -> load.seconds().get(i).failed()),
                    sum(loads, load -> load.seconds().get(i).unanswered())))
        .toList();
  }

  private static Map<String, Histogram> byLabel(
      List<Part> parts, Function<Part, Map<String, Histogram>> of) {
    Map<String, Histogram> sums = new LinkedHashMap<>();
    for (Part part : parts) {
      of.apply(part).forEach((label, h) -> sums.computeIfAbsent(label, l -> like(h)).add(h));
    }
    return sums;
  }

  private static List<Histogram> sums(List<Part> parts, Function<Part, List<Histogram>> of) {
    List<Histogram> sums = of.apply(parts.get(0)).stream().map(Shares::like).toList();
    for (Part part : parts) {
      List<Histogram> histograms = of.apply(part);
      for (int i = 0; i < sums.size(); i++) {
        sums.get(i).add(histograms.get(i));
      }
    }
    return sums;
  }

  /** Returns an empty histogram with the same tag and times. */
  private static Histogram like(Histogram histogram) {
    Histogram copy = new Histogram(histogram.getNumberOfSignificantValueDigits());
    copy.setTag(histogram.getTag());
    copy.setStartTimeStamp(histogram.getStartTimeStamp());
    copy.setEndTimeStamp(histogram.getEndTimeStamp());
    return copy;
  }

  private static <T> long sum(List<T> all, ToLongFunction<T> of) {
    return all.stream().mapToLong(of).sum();
  }

  private static <T> double total(List<T> all, ToDoubleFunction<T> of) {
    return all.stream().mapToDouble(of).sum();
  }

  /** Returns the highest value; null if one is not known. */
  private static <T> @Nullable Long most(List<T> all, Function<T, @Nullable Long> of) {
    return all.stream().anyMatch(part -> of.apply(part) == null)
        ? null
        : Long.valueOf(all.stream().mapToLong(part -> orNone(of.apply(part))).max().orElseThrow());
  }

  private static long orNone(@Nullable Long value) {
    return value == null ? 0 : value;
  }

  private static double orZero(@Nullable Double value) {
    return value == null ? 0 : value;
  }

  private static List<Long> orEmpty(@Nullable List<Long> values, int count) {
    return values == null ? Collections.nCopies(count, 0L) : values;
  }
}
