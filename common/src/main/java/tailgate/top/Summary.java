package tailgate.top;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.admin.Stats;

/** The main figures in one line: a pure function of two samples. */
final class Summary {

  private Summary() {}

  /** One line; without an earlier sample it has no rates. */
  static String of(@Nullable Stats before, Stats now) {
    var change = new Change(Interval.between(before, now));
    List<String> words = new ArrayList<>();
    words.add(Instant.ofEpochMilli(now.timeMillis()).truncatedTo(ChronoUnit.SECONDS).toString());
    words.add(now.stage().name());
    words.add(now.state());
    Stats.Requests requests = now.requests();
    if (requests != null) {
      words.add("requests " + change.rate(Summary::total));
      words.add("5xx " + change.rate(Summary::serverErrors));
      words.add("in flight " + Units.count(requests.inFlight()));
      words.add("wait p99 " + p99(requests.latencyNanos().queueWait()));
      words.add("total p99 " + p99(requests.latencyNanos().total()));
    }
    pool(words, now.pool());
    words.add("connections " + Units.count(now.connections().open()));
    words.add("turned away " + change.rate(stats -> sum(stats.rejections())));
    words.add("out " + change.sizeRate(stats -> stats.bytes().sent()));
    words.add("CPUs " + change.amount(stats -> stats.jvm().cpuNanos()));
    words.add("heap " + Units.size(now.jvm().heapUsedBytes()));
    return Cell.plain(String.join("  ", words)).text(); // which keeps it printable
  }

  private static void pool(List<String> words, Stats.Pool pool) {
    Integer workers = pool.workers();
    Integer busy = pool.busy();
    if (workers != null) {
      words.add("workers " + (busy == null ? "" : busy + "/") + workers);
    }
    if (pool.queued() != null) {
      words.add("queue " + pool.queued());
    }
  }

  private static long total(Stats stats) {
    Stats.Requests requests = stats.requests();
    return requests == null ? 0 : requests.total();
  }

  private static long serverErrors(Stats stats) {
    Stats.Requests requests = stats.requests();
    return requests == null ? 0 : requests.byClass().getOrDefault("5xx", 0L);
  }

  private static String p99(Stats.Spans latency) {
    Long nanos = latency.last10Seconds().p99();
    return nanos == null ? "-" : Units.time(nanos);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
