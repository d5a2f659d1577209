package tailgate.lab.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of the answered requests of a load went, as far as its server says.
 *
 * @param bands the sums of {@link LatencyBreakdown#BANDS}
 * @param slowest some of the slowest requests, the slowest first; no two of one segment take about
 *     the same
 */
public record Breakdown(List<LatencyBreakdown> bands, List<SlowRequest> slowest) {

  /** So many single requests are kept of a load. */
  public static final int MOST = 5;

  /**
   * One of the slowest requests.
   *
   * @param dueMillis when it was due, from the start of its load; in a {@link Measurement} from the
   *     time at which that begins
   */
  public record SlowRequest(long dueMillis, LatencyBreakdown parts) {

    /** The order of how long they took. */
    public static final Comparator<SlowRequest> BY_TIME =
        Comparator.comparingLong(request -> request.parts.total());

    /** Returns the slowest of some, as many as are kept. */
    public static List<SlowRequest> slowest(Stream<SlowRequest> all) {
      return all.sorted(BY_TIME.reversed()).limit(MOST).toList();
    }
  }

  public Breakdown {
    bands = List.copyOf(bands);
    slowest = List.copyOf(slowest);
  }

  /**
   * Adds up all loads of which anything is known: the slowest 1 % of each become one band. Returns
   * null if there is no such load.
   */
  public static @Nullable Breakdown sum(Stream<@Nullable Breakdown> loads) {
    return loads.filter(Objects::nonNull).reduce(Breakdown::and).orElse(null);
  }

  /** Returns the same with times that count from another one. */
  public Breakdown from(long millis) {
    return new Breakdown(
        bands,
        slowest.stream()
            .map(request -> new SlowRequest(request.dueMillis - millis, request.parts))
            .toList());
  }

  private Breakdown and(Breakdown other) {
    List<LatencyBreakdown> both = new ArrayList<>();
    IntStream.range(0, bands.size()).forEach(i -> both.add(bands.get(i).and(other.bands.get(i))));
    Stream<SlowRequest> all = Stream.concat(slowest.stream(), other.slowest.stream());
    return new Breakdown(both, SlowRequest.slowest(all));
  }
}
