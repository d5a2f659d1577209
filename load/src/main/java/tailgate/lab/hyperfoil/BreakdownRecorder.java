package tailgate.lab.hyperfoil;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Breakdown.SlowRequest;
import tailgate.lab.load.LatencyBreakdown;

/**
 * Adds up where the time of requests went, as a histogram of their latencies whose buckets have
 * sums beside the count, and one of their requests. So it needs no memory for each request, and
 * knows the slowest 1 % at the end. A bucket is 2 % wide; one that a {@link LatencyBreakdown#BANDS
 * band} ends in is divided. Thread-safe; to be read once the load is over.
 */
final class BreakdownRecorder {

  private static final int BUCKETS_PER_OCTAVE = 32;
  private static final int BUCKETS = bucket(Micros.MOST) + 1;

  /** The sums of each bucket; null if it has no request. */
  private final AtomicReferenceArray<LatencyBreakdown> buckets =
      new AtomicReferenceArray<>(BUCKETS);

  /** The first request of each bucket; null if it has none. */
  private final AtomicReferenceArray<SlowRequest> examples = new AtomicReferenceArray<>(BUCKETS);

  private static int bucket(long micros) {
    return micros <= 1 ? 0 : (int) (Math.log((double) micros) / Math.log(2) * BUCKETS_PER_OCTAVE);
  }

  /** Adds a request that was due at this time of the load. */
  void answered(LatencyBreakdown request, long dueNanos) {
    int bucket = bucket(request.total());
    buckets.accumulateAndGet(
        bucket, request, (before, added) -> before == null ? added : before.and(added));
    if (examples.get(bucket) == null) {
      long dueMillis = TimeUnit.NANOSECONDS.toMillis(dueNanos);
      examples.compareAndSet(bucket, null, new SlowRequest(dueMillis, request));
    }
  }

  /** Returns what is known; null if the server has said nothing. */
  @Nullable Breakdown result() {
    List<LatencyBreakdown> bands = bands();
    Stream<SlowRequest> single =
        IntStream.range(0, BUCKETS).mapToObj(examples::get).filter(Objects::nonNull);
    return bands.isEmpty() ? null : new Breakdown(bands, SlowRequest.slowest(single));
  }

  private List<LatencyBreakdown> bands() {
    List<LatencyBreakdown> filled =
        IntStream.range(0, BUCKETS).mapToObj(buckets::get).filter(Objects::nonNull).toList();
    long all = filled.stream().mapToLong(LatencyBreakdown::requests).sum();
    List<LatencyBreakdown> bands = new ArrayList<>();
    int next = 0;
    LatencyBreakdown rest = LatencyBreakdown.NONE; // of a bucket that is divided
    long seen = 0;
    for (double percentile : all == 0 ? List.<Double>of() : LatencyBreakdown.BANDS) {
      long wanted = Math.round(all * percentile / 100) - seen;
      LatencyBreakdown band = LatencyBreakdown.NONE;
      while (band.requests() < wanted) {
        if (rest.requests() == 0) {
          rest = filled.get(next++);
        }
        LatencyBreakdown part = rest.part(Math.min(rest.requests(), wanted - band.requests()));
        rest = rest.without(part);
        band = band.and(part);
      }
      seen += band.requests();
      bands.add(band);
    }
    return bands;
  }
}
