package tailgate.lab.hyperfoil;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.HdrHistogram.ConcurrentHistogram;
import tailgate.lab.load.Failures;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.Segment;

/** What is recorded of the requests that were due in one segment. Thread-safe. */
final class SegmentRecords {

  private final Segment segment;

  /** The latencies of the answers in microseconds. */
  final ConcurrentHistogram latencies = Micros.histogram(3);

  /** How long the requests waited that were not answered, in microseconds. */
  final ConcurrentHistogram waited = Micros.histogram(3);

  /** How late requests left that had a user, in microseconds. */
  private final ConcurrentHistogram lag = Micros.histogram(2);

  /** Where the time of the answered requests went, as far as the server says. */
  final BreakdownRecorder breakdown = new BreakdownRecorder();

  private final LongAdder blocked = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder unanswered = new LongAdder();

  /** How many requests failed or were unanswered, by cause. */
  private final Map<String, LongAdder> causes = new ConcurrentHashMap<>();

  private final LongAdder answeredInTime = new LongAdder();

  /** Counts the requests of clients that ask again. */
  private final LongAdder persistentAnswered = new LongAdder();

  private final LongAdder persistentFailed = new LongAdder();
  private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong last = new AtomicLong();

  SegmentRecords(Segment segment) {
    this.segment = segment;
  }

  /** Records a departure; {@code hadUser} says whether a user was free when it was due. */
  void departed(long now, long lateMicros, boolean hadUser) {
    first.accumulateAndGet(now, Math::min);
    if (hadUser) {
      lag.recordValue(lateMicros);
    } else {
      blocked.increment();
    }
  }

  void answered(long latencyMicros, long now, boolean ofPersistent) {
    latencies.recordValue(latencyMicros);
    if (ofPersistent) {
      persistentAnswered.increment();
    }
    last.accumulateAndGet(now, Math::max);
  }

  void answeredInTime() {
    answeredInTime.increment();
  }

  /** Records a failure, whose cause is one of {@link Failures}. */
  void failed(String cause, long now, boolean ofPersistent) {
    failed.increment();
    count(cause);
    if (ofPersistent) {
      persistentFailed.increment();
    }
    last.accumulateAndGet(now, Math::max);
  }

  void timedOut(long waitedMicros) {
    waited.recordValue(waitedMicros);
  }

  void unanswered(String cause, long waitedMicros) {
    unanswered.increment();
    count(cause);
    waited.recordValue(waitedMicros);
  }

  private void count(String cause) {
    causes.computeIfAbsent(cause, c -> new LongAdder()).increment();
  }

  /** Returns when the first request left; {@link Long#MAX_VALUE} before that. */
  long from() {
    return first.get();
  }

  /** Returns when the last request ended, 0 before there is one. */
  long to() {
    return last.get();
  }

  SegmentResult result() {
    return new SegmentResult(
        segment,
        Figures.of(latencies, waited, failed.sum(), unanswered.sum()),
        Math.min(from(), to()), // both 0 where nothing ended
        to(),
        answeredInTime.sum(),
        lag.getValueAtPercentile(99),
        blocked.sum(),
        new Persistent(persistentAnswered.sum(), persistentFailed.sum()),
        new Failures(
            causes.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, cause -> cause.getValue().sum()))),
        breakdown.result());
  }
}
