package tailgate.lab.claim;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.plan.Quantity;

/** A figure of a run, for conditions and columns. Latencies are in microseconds. */
public enum Figure {
  PER_SECOND("answers/s", false, Measurement::perSecond),
  FAILED("failed", false, run -> run.figures().failed()),
  UNANSWERED("unanswered", false, run -> run.figures().missing()),
  P50("P50", true, run -> run.figures().p50()),
  P90("P90", true, run -> run.figures().micros(90)),
  P99("P99", true, run -> run.figures().p99()),
  P999("P99.9", true, run -> run.figures().micros(99.9)),
  MAX("max", true, run -> run.figures().max()),
  /** The mean latency; it is NaN in old results. */
  MEAN("mean", true, run -> known(run.figures().mean())),
  /** The standard deviation of the latencies; it is NaN in old results. */
  DEVIATION("deviation", true, run -> known(run.figures().deviation())),
  /** The microseconds of processor time that the server needs for a request; or NaN. */
  CPU("CPU/request", false, run -> run.cpuMicrosPerRequest().orElse(Double.NaN)),
  /** The most resident memory of the server, in MiB; or NaN. */
  RSS("RSS", false, run -> peak(run, ServerTimeline.RSS)),
  /** The most threads of the server; or NaN. */
  THREADS("threads", false, run -> peak(run, ServerTimeline.THREADS)),
  /** The least heap in use after a collection, in MiB; or NaN. */
  HEAP("heap", false, run -> run.counter(Counter.GC_LEAST_HEAP_MIB)),
  /** The longest safepoint, in milliseconds, whatever it was for; or NaN. */
  LONGEST_STOP("longest stop", false, run -> run.counter(Counter.LONGEST_SAFEPOINT_MILLIS)),
  /** The longest time for which all threads of the server stood, in milliseconds; or NaN. */
  LONGEST_PAUSE("longest pause", false, run -> run.counter(Counter.LONGEST_AT_SAFEPOINT_MILLIS)),
  /** The mean number of workers; it is NaN if the server did not publish it. */
  WORKERS("workers", run -> run.figure(ClaimRun.WORKERS)),
  /** The KB that were freed for each request; NaN if no collection was seen. */
  GARBAGE("garbage KB/request", run -> run.figure(ClaimRun.GARBAGE)),
  /** The KiB of memory for each connection of a new server; NaN if they were not read. */
  COLD_RESIDENT("KiB/connection, cold", run -> run.figure(ClaimRun.COLD_RESIDENT)),
  /** The bytes of heap for each connection of a new server; NaN if they were not counted. */
  COLD_LIVE("live bytes/connection, cold", run -> run.figure(ClaimRun.COLD_LIVE)),
  /** The bytes of heap for each connection after the load; NaN if they were not counted. */
  WARM_LIVE("live bytes/connection", run -> run.figure(ClaimRun.WARM_LIVE)),
  /** The live bytes after the load, divided by those of a new server. */
  WARM_BY_COLD_LIVE(
      "live bytes/connection, warm by cold",
      run -> run.figure(ClaimRun.WARM_LIVE) / run.figure(ClaimRun.COLD_LIVE));

  private final String title;
  private final boolean latency;

  @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
  private final ToDoubleFunction<ClaimRun> value;

  Figure(String title, boolean latency, ToDoubleFunction<Measurement> value) {
    this.title = title;
    this.latency = latency;
    this.value = run -> value.applyAsDouble(run.measured());
  }

  Figure(String title, ToDoubleFunction<ClaimRun> value) {
    this.title = title;
    this.latency = false;
    this.value = value;
  }

  /** Returns the figure that a file names; empty if claims cannot be about it. */
  public static Optional<Figure> of(Quantity quantity) {
    return Arrays.stream(values())
        .filter(figure -> figure.name().equals(quantity.name()))
        .findFirst();
  }

  /** Returns the name of the figure for people. */
  String title() {
    return title;
  }

  public boolean isLatency() {
    return latency;
  }

  /** Returns whether the figure counts requests. */
  boolean isCount() {
    return this == FAILED || this == UNANSWERED;
  }

  /** Returns whether the figure is the largest of many values. */
  boolean isMaximum() {
    return this == MAX || this == LONGEST_STOP || this == LONGEST_PAUSE;
  }

  /** Returns whether the figure of a run is exact, and not only a lower bound. */
  boolean isKnown(ClaimRun run) {
    return switch (this) {
      case P50 -> run.measured().figures().isExact(50);
      case P90 -> run.measured().figures().isExact(90);
      case P99 -> run.measured().figures().isExact(99);
      case P999 -> run.measured().figures().isExact(99.9);
      case MAX -> run.measured().figures().isExact(100);
      case MEAN, DEVIATION -> run.measured().figures().missing() == 0;
      case PER_SECOND,
          FAILED,
          UNANSWERED,
          CPU,
          RSS,
          THREADS,
          HEAP,
          LONGEST_STOP,
          LONGEST_PAUSE,
          WORKERS,
          GARBAGE,
          COLD_RESIDENT,
          COLD_LIVE,
          WARM_LIVE,
          WARM_BY_COLD_LIVE ->
          true;
    };
  }

  private static double known(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  private static double peak(Measurement run, String quantity) {
    return run.server().knows(quantity) ? run.server().peak(quantity) : Double.NaN;
  }

  /** Returns the figure of a run; NaN if it is not known. */
  public double of(ClaimRun run) {
    return value.applyAsDouble(run);
  }
}
