package tailgate.lab.claim;

import java.util.function.ToDoubleFunction;
import tailgate.lab.load.Measurement;

/** What a condition compares. Latencies are in microseconds. */
enum Figure {
  PER_SECOND("answers/s", false, Measurement::perSecond),
  FAILED("failed", false, run -> run.figures().failed()),
  P50("P50", true, run -> run.figures().p50()),
  P99("P99", true, run -> run.figures().p99()),
  /** Processor time of the server for each request, in microseconds; NaN if it was not sampled. */
  CPU("CPU/request", false, run -> run.cpuMicrosPerRequest().orElse(Double.NaN));

  private final String title;
  private final boolean latency;

  @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
  private final ToDoubleFunction<Measurement> value;

  Figure(String title, boolean latency, ToDoubleFunction<Measurement> value) {
    this.title = title;
    this.latency = latency;
    this.value = value;
  }

  /** For people. */
  String title() {
    return title;
  }

  boolean isLatency() {
    return latency;
  }

  /** Whether it is counted, and not measured: then it has no uncertainty. */
  boolean isExact() {
    return this == FAILED;
  }

  /** Whether it is more than a lower bound. */
  boolean isKnown(Observation run) {
    return switch (this) {
      case P50 -> run.measured().figures().isExact(50);
      case P99 -> run.measured().figures().isExact(99);
      case PER_SECOND, FAILED, CPU -> true;
    };
  }

  double of(Observation run) {
    return value.applyAsDouble(run.measured());
  }
}
