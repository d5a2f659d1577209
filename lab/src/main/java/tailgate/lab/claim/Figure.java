package tailgate.lab.claim;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Figures;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.plan.Quantity;
import tailgate.lab.plan.Quantity.Unit;

/** A figure of a run, for conditions and columns. Latencies are in microseconds. */
public enum Figure {
  PER_SECOND(run -> run.measured().perSecond()),
  FAILED(run -> run.measured().figures().failed()),
  UNANSWERED(run -> run.measured().figures().missing()),
  P50(run -> run.measured().figures().p50()),
  P90(run -> run.measured().figures().micros(90)),
  P95(run -> run.measured().figures().micros(95)),
  P99(run -> run.measured().figures().p99()),
  P999(run -> run.measured().figures().micros(99.9)),
  MAX(run -> run.measured().figures().max()),
  /** The mean latency; it is NaN in old results. */
  MEAN(run -> known(run.measured().figures().mean())),
  /** The standard deviation of the latencies; it is NaN in old results. */
  DEVIATION(run -> known(run.measured().figures().deviation())),
  /** The microseconds of processor time that the server needs for a request; or NaN. */
  CPU(run -> run.measured().cpuMicrosPerRequest().orElse(Double.NaN)),
  /** The most resident memory of the server, in MiB; or NaN. */
  RSS(run -> peak(run, ServerTimeline.RSS)),
  /** The most threads of the server; or NaN. */
  THREADS(run -> peak(run, ServerTimeline.THREADS)),
  /** The least heap in use after a collection, in MiB; or NaN. */
  HEAP(run -> run.measured().counter(Counter.GC_LEAST_HEAP_MIB)),
  /** The longest safepoint, in milliseconds, whatever it was for; or NaN. */
  LONGEST_STOP(run -> run.measured().counter(Counter.LONGEST_SAFEPOINT_MILLIS)),
  /** The longest time for which all threads of the server stood, in milliseconds; or NaN. */
  LONGEST_PAUSE(run -> run.measured().counter(Counter.LONGEST_AT_SAFEPOINT_MILLIS)),
  /** The mean number of workers; it is NaN if the server did not publish it. */
  WORKERS(run -> run.figure(Quantity.WORKERS)),
  /** The KB that were freed for each request; NaN if no collection was seen. */
  GARBAGE(run -> run.figure(Quantity.GARBAGE)),
  /** The KiB of memory for each connection of a new server; NaN if they were not read. */
  COLD_RESIDENT(run -> run.figure(Quantity.COLD_RESIDENT)),
  /** The bytes of heap for each connection of a new server; NaN if they were not counted. */
  COLD_LIVE(run -> run.figure(Quantity.COLD_LIVE)),
  /** The bytes of heap for each connection after the load; NaN if they were not counted. */
  WARM_LIVE(run -> run.figure(Quantity.WARM_LIVE)),
  /** The live bytes after the load, divided by those of a new server. */
  WARM_BY_COLD_LIVE(run -> run.figure(Quantity.WARM_LIVE) / run.figure(Quantity.COLD_LIVE)),
  /** The P99 of the first second of a cold server; NaN if its seconds were not kept. */
  FIRST_P99(run -> run.figure(Quantity.FIRST_P99));

  /** The unit in the title of a column, which verdicts have behind the number. */
  private static final Pattern UNIT = Pattern.compile(" (ms|µs|MiB)\\b");

  @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
  private final ToDoubleFunction<ClaimRun> value;

  Figure(ToDoubleFunction<ClaimRun> value) {
    this.value = value;
  }

  /** Returns the figure that a file names; empty if claims cannot be about it. */
  public static Optional<Figure> of(Quantity quantity) {
    return Arrays.stream(values())
        .filter(figure -> figure.name().equals(quantity.name()))
        .findFirst();
  }

  private Quantity quantity() {
    return Quantity.valueOf(name());
  }

  /** Returns the name of the figure for people. */
  String title() {
    return UNIT.matcher(quantity().title()).replaceFirst("");
  }

  public boolean isLatency() {
    return quantity().unit() == Unit.LATENCY;
  }

  boolean isCount() {
    return this == FAILED || this == UNANSWERED;
  }

  /** Returns whether the figure is the largest of many values. */
  boolean isMaximum() {
    return this == MAX || this == LONGEST_STOP || this == LONGEST_PAUSE;
  }

  /** Returns whether the figure of a run is exact, and not only a lower bound. */
  boolean isKnown(ClaimRun run) {
    Figures figures = run.measured().figures();
    return switch (this) {
      case P50, P90, P95, P99, P999, MAX -> figures.isExact(quantity().percentile());
      case MEAN, DEVIATION -> figures.missing() == 0;
      default -> true;
    };
  }

  private static double known(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  private static double peak(ClaimRun run, String quantity) {
    ServerView server = run.measured().server();
    return server.knows(quantity) ? server.peak(quantity) : Double.NaN;
  }

  /** Returns the figure of a run; NaN if it is not known. */
  public double of(ClaimRun run) {
    return value.applyAsDouble(run);
  }
}
