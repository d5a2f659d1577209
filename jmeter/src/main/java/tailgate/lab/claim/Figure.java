package tailgate.lab.claim;

import java.util.function.ToDoubleFunction;
import tailgate.lab.load.Measurement;

/** What a condition compares. Latencies are in microseconds. */
enum Figure {
  PER_SECOND(false, Measurement::perSecond),
  FAILED(false, run -> run.figures().failed()),
  P50(true, run -> run.figures().p50()),
  P99(true, run -> run.figures().p99());

  private final boolean latency;
  private final ToDoubleFunction<Measurement> value;

  Figure(boolean latency, ToDoubleFunction<Measurement> value) {
    this.latency = latency;
    this.value = value;
  }

  boolean isLatency() {
    return latency;
  }

  double of(Observation run) {
    return value.applyAsDouble(run.measured());
  }
}
