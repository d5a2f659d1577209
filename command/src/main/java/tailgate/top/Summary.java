package tailgate.top;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The main figures on one line: a pure function of a change. */
final class Summary {

  private static final String P99 = "/requests/latencyNanos/%s/last10Seconds/p99";

  private Summary() {}

  static String of(Change change) {
    Sample now = change.now();
    List<String> words = new ArrayList<>();
    Instant time = Instant.ofEpochMilli(now.count("/timeMillis"));
    words.add(time.truncatedTo(ChronoUnit.SECONDS).toString());
    words.add(now.text("/stage/name"));
    words.add(now.text("/state"));
    if (now.has("/requests")) {
      words.add("requests " + change.rate("/requests/total"));
      words.add("5xx " + change.rate("/requests/byClass/5xx"));
      words.add("in flight " + Units.count(now.count("/requests/inFlight")));
      words.add("wait p99 " + LatencyTable.time(now, P99.formatted("queueWait")));
      words.add("total p99 " + LatencyTable.time(now, P99.formatted("total")));
    }
    if (now.has("/pool/workers")) {
      String busy = now.has("/pool/busy") ? now.count("/pool/busy") + "/" : "";
      words.add("workers " + busy + now.count("/pool/workers"));
    }
    if (now.has("/pool/queued")) {
      words.add("queue " + now.count("/pool/queued"));
    }
    words.add("connections " + Units.count(now.count("/connections/open")));
    words.add("turned away " + change.rate(Summary::rejections));
    words.add("out " + change.sizeRate("/bytes/sent"));
    words.add("CPUs " + change.processors("/jvm/cpuNanos"));
    words.add("heap " + Units.size(now.count("/jvm/heapUsedBytes")));
    return Sheet.Cell.plain(String.join("  ", words))
        .text(); // printable whatever the server answers
  }

  private static long rejections(Sample sample) {
    return sample.counts("/rejections").values().stream().mapToLong(Long::longValue).sum();
  }
}
