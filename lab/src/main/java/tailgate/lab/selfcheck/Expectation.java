package tailgate.lab.selfcheck;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LatencyBreakdown;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;

/**
 * What one figure has to be.
 *
 * @param tolerance how far the figure may be from that
 */
record Expectation(String figure, double should, double tolerance, double was) {

  /** The tolerance of latencies and processor time. */
  private static final double SHARE = 0.03;

  /** The tolerance of what the second generator sees, beside its tick. */
  private static final double SHARE_OF_SECOND = 0.05;

  /** The tolerance where other threads of the JVM share the processors. */
  private static final double SHARE_OF_SHARED = 0.05;

  /** The tick of JMeter's clock: {@link Check#SECOND} says why percentiles are less than it off. */
  private static final double TICK_MILLIS = 1;

  /** So many requests in a hundred a generator may send late, as in {@link Health}. */
  private static final double LATE_PERCENT = 2;

  /** The most that a request takes which does not wait, in milliseconds. */
  private static final double MOST_BESIDE = 1;

  /** The differences that all comparisons of a load with itself may find. */
  private static final double FALSE_ALARMS = 1;

  private static Expectation near(String figure, double should, double was) {
    return new Expectation(figure, should, SHARE * should, was);
  }

  private static Expectation exactly(String figure, double should, double was) {
    return new Expectation(figure, should, 0, was);
  }

  private static Expectation count(String figure, long should, long was) {
    return exactly(figure, (double) should, (double) was);
  }

  boolean isMet() {
    return Math.abs(was - should) <= tolerance;
  }

  /** Returns what the figure should be, for a table. */
  String text() {
    String value = text(should);
    return tolerance == 0 ? value : value + " ± " + text(tolerance);
  }

  String wasText() {
    return text(was);
  }

  private static String text(double value) {
    return value == Math.rint(value)
        ? format("%,.0f", value)
        : format(Math.abs(value) < 10 ? "%.2f" : "%,.1f", value);
  }

  static List<Expectation> of(SelfCheckResult result) {
    Measurement measured = result.measured();
    List<Expectation> all = new ArrayList<>();
    all.add(count("failed", 0, measured.figures().failed()));
    all.add(count("unanswered", 0, measured.figures().missing()));
    if (result.check().load().model() == Model.OPEN) {
      all.add(count("answers", answers(result.check()), measured.figures().count()));
    }
    all.addAll(ofCheck(result, result.check()));
    return all;
  }

  private static List<Expectation> ofCheck(SelfCheckResult result, Check check) {
    Figures figures = result.measured().figures();
    return switch (check) {
      case STOP_OPEN ->
          with(
              part(
                  result,
                  "slowest 1 %: arriving ms",
                  waited(result, check, 0.005),
                  bands -> mean(bands.subList(3, 4), LatencyBreakdown::arriving)),
              near("P90 ms", waited(result, check, 0.1), figures.p90() / 1e3),
              near("P99 ms", waited(result, check, 0.01), figures.p99() / 1e3));
      case STOP_CLOSED ->
          List.of(
              exactly("slow requests", Check.USERS_OF_CLOSED, orNaN(result.slow())),
              near("maximum ms", orNaN(result.stoppedMillis()), figures.max() / 1e3),
              near("users' time %", 100, 100 * accounted(result.measured())));
      case EXPONENTIAL ->
          with(
              part(result, "served ms", 20, bands -> mean(bands, LatencyBreakdown::service)),
              exponential(result.measured()));
      case QUEUE ->
          with(
              part(
                  result,
                  "waiting / served",
                  Check.USERS_OF_CLOSED - 1.0,
                  bands ->
                      mean(bands, LatencyBreakdown::queue)
                          / mean(bands, LatencyBreakdown::service)));
      case PROCESSOR -> processor(result.measured());
      case SPIN ->
          List.of(
              near(
                  "CPU ms/request",
                  Check.SPIN_TIME.toNanos() / 1e6,
                  result.measured().cpuMicrosPerRequest().orElse(Double.NaN) / 1e3));
      case SAME -> List.of(sameTwice(result.measured()));
      case SECOND -> second(result, check);
    };
  }

  /** Returns a figure of the parts of latencies; empty in results from before there were any. */
  private static Optional<Expectation> part(
      SelfCheckResult result,
      String figure,
      double should,
      ToDoubleFunction<List<LatencyBreakdown>> was) {
    return Optional.ofNullable(result.measured().breakdown())
        .map(breakdown -> near(figure, should, was.applyAsDouble(breakdown.bands())));
  }

  /** While one of the threads runs on each processor, all others wait. */
  private static List<Expectation> processor(Measurement measured) {
    Breakdown breakdown = measured.breakdown();
    List<LatencyBreakdown> bands = breakdown == null ? List.of() : breakdown.bands();
    double should = Check.USERS_OF_CLOSED / measured.cores().orElse(Double.NaN) - 1;
    double was = mean(bands, LatencyBreakdown::processor) / mean(bands, LatencyBreakdown::service);
    return List.of(new Expectation("no processor / served", should, SHARE_OF_SHARED * should, was));
  }

  /** Returns the mean of a part of the latency, in milliseconds. */
  private static double mean(List<LatencyBreakdown> bands, ToLongFunction<LatencyBreakdown> part) {
    long requests = bands.stream().mapToLong(LatencyBreakdown::requests).sum();
    return bands.stream().mapToLong(part).sum() / 1e3 / requests;
  }

  private static List<Expectation> with(Optional<Expectation> last, Expectation... first) {
    return Stream.concat(Stream.of(first), last.stream()).toList();
  }

  private static List<Expectation> second(SelfCheckResult result, Check check) {
    Measurement second = result.second();
    if (second == null) {
      return List.of(exactly("JMeter: answers", (double) answers(check), Double.NaN));
    }
    Figures first = result.measured().figures();
    Figures other = second.figures();
    return List.of(
        onTime("sent on time %", result.measured()),
        count("JMeter: failed", 0, other.failed()),
        count("JMeter: answers", answers(check), other.count()),
        onTime("JMeter: sent on time %", second),
        beside("P50 ms, beside JMeter's", other.p50(), first.p50()),
        beside("P90 ms, beside JMeter's", other.p90(), first.p90()),
        beside("P99 ms, beside JMeter's", other.p99(), first.p99()));
  }

  private static Expectation onTime(String figure, Measurement measured) {
    Health health = measured.health();
    return new Expectation(
        figure, 100, LATE_PERCENT, health == null ? Double.NaN : 100 * health.delivered());
  }

  private static Expectation beside(String figure, long shouldMicros, long wasMicros) {
    double should = shouldMicros / 1e3;
    return new Expectation(figure, should, SHARE_OF_SECOND * should + TICK_MILLIS, wasMicros / 1e3);
  }

  /**
   * What this share of evenly spaced requests waits for at least, in milliseconds, if the server is
   * stopped: a request that is due a time t after the stop waits for the rest of it.
   */
  private static double waited(SelfCheckResult result, Check check, double share) {
    return orNaN(result.stoppedMillis()) - share * check.counted().toMillis();
  }

  private static Expectation sameTwice(Measurement measured) {
    List<Long> answers = Objects.requireNonNullElse(measured.latency().ended(), List.of());
    return new Expectation(
        "without a difference",
        SameTwice.COMPARISONS,
        FALSE_ALARMS,
        SameTwice.withoutDifference(answers));
  }

  /**
   * The wait is known; what a request takes beside it is read where the wait is short, at the tenth
   * percentile, and has to be small.
   */
  private static Expectation[] exponential(Measurement measured) {
    Figures figures = measured.figures();
    double beside =
        measured.curve().isEmpty()
            ? Double.NaN
            : measured.curve().get(Figures.CURVE.indexOf(10.0)) / 1e3 - exponential(0.9);
    return new Expectation[] {
      new Expectation("P10 ms, beside the wait", MOST_BESIDE / 2, MOST_BESIDE / 2, beside),
      near("P50 ms", exponential(0.5) + beside, figures.p50() / 1e3),
      near("P99 ms", exponential(0.01), figures.p99() / 1e3)
    };
  }

  private static double exponential(double share) {
    return 20 * -Math.log(share);
  }

  private static double accounted(Measurement measured) {
    return measured.health() == null ? Double.NaN : orNaN(measured.health().usersAccounted());
  }

  private static double orNaN(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }

  private static long answers(Check check) {
    return check.load().segments().stream()
        .filter(segment -> segment.kind().counts())
        .mapToLong(Segment::arrivals)
        .sum();
  }
}
