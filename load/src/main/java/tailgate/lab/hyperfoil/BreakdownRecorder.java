package tailgate.lab.hyperfoil;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import tailgate.lab.load.LatencyBreakdown;

/**
 * Adds up where the time of requests went, as a histogram of their latencies whose buckets have
 * five sums beside the count. So it needs no memory for each request, and knows the slowest 1 % at
 * the end. A bucket is 2 % wide; one that a {@link LatencyBreakdown#BANDS band} ends in is divided.
 * Thread-safe; to be read once the load is over.
 */
final class BreakdownRecorder {

  private static final int BUCKETS_PER_OCTAVE = 32;
  private static final int BUCKETS = bucket(Micros.MOST) + 1;

  private final AtomicLongArray requests = new AtomicLongArray(BUCKETS);
  private final AtomicLongArray late = new AtomicLongArray(BUCKETS);
  private final AtomicLongArray arriving = new AtomicLongArray(BUCKETS);
  private final AtomicLongArray queue = new AtomicLongArray(BUCKETS);
  private final AtomicLongArray service = new AtomicLongArray(BUCKETS);
  private final AtomicLongArray back = new AtomicLongArray(BUCKETS);

  private static int bucket(long micros) {
    return micros <= 1 ? 0 : (int) (Math.log((double) micros) / Math.log(2) * BUCKETS_PER_OCTAVE);
  }

  /** Adds a request. */
  void answered(LatencyBreakdown request) {
    int bucket = bucket(request.total());
    requests.addAndGet(bucket, request.requests());
    late.addAndGet(bucket, request.late());
    arriving.addAndGet(bucket, request.arriving());
    queue.addAndGet(bucket, request.queue());
    service.addAndGet(bucket, request.service());
    back.addAndGet(bucket, request.back());
  }

  /** Returns the bands; empty if the server has said nothing of any request. */
  List<LatencyBreakdown> bands() {
    List<LatencyBreakdown> buckets =
        Stream.iterate(0, i -> i < BUCKETS, i -> i + 1)
            .map(this::bucket)
            .filter(bucket -> bucket.requests() > 0)
            .toList();
    long all = buckets.stream().mapToLong(LatencyBreakdown::requests).sum();
    List<LatencyBreakdown> bands = new ArrayList<>();
    int next = 0;
    LatencyBreakdown rest = LatencyBreakdown.NONE; // of a bucket that is divided
    long seen = 0;
    for (double percentile : all == 0 ? List.<Double>of() : LatencyBreakdown.BANDS) {
      long wanted = Math.round(all * percentile / 100) - seen;
      LatencyBreakdown band = LatencyBreakdown.NONE;
      while (band.requests() < wanted) {
        if (rest.requests() == 0) {
          rest = buckets.get(next++);
        }
        LatencyBreakdown part = part(rest, Math.min(rest.requests(), wanted - band.requests()));
        rest = rest.without(part);
        band = band.and(part);
      }
      seen += band.requests();
      bands.add(band);
    }
    return bands;
  }

  private LatencyBreakdown bucket(int i) {
    return new LatencyBreakdown(
        requests.get(i), late.get(i), arriving.get(i), queue.get(i), service.get(i), back.get(i));
  }

  private static LatencyBreakdown part(LatencyBreakdown all, long requests) {
    double share = (double) requests / all.requests();
    return new LatencyBreakdown(
        requests,
        Math.round(all.late() * share),
        Math.round(all.arriving() * share),
        Math.round(all.queue() * share),
        Math.round(all.service() * share),
        Math.round(all.back() * share));
  }
}
