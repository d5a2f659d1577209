package tailgate.lab.choose;

import java.util.Map;
import org.HdrHistogram.Histogram;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerView;

/**
 * What came of a load that was driven.
 *
 * @param latencies the latencies of answers in microseconds, by the label of their segment
 * @param disturbance what was taken from the processors meanwhile
 */
record Driven(
    LoadResult load, Map<String, Histogram> latencies, ServerView server, Disturbance disturbance) {

  SegmentResult first(Segment.Kind kind) {
    return load.segments().stream()
        .filter(result -> result.segment().kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the figures of the first segment of a kind, in terms that all experiments share. */
  Measurement measurement(String name, Segment.Kind kind) {
    SegmentResult first = first(kind);
    Histogram histogram = latencies.get(first.segment().label());
    return new Measurement(
        name,
        name,
        first.answeredInTime() * 1e3 / first.segment().millis(),
        first.figures(),
        Figures.curve(histogram == null ? new Histogram(3) : histogram),
        load.startEpochMillis(),
        load.segments().stream().mapToLong(result -> result.segment().millis()).sum(),
        load.timeline(),
        null,
        server,
        null);
  }
}
