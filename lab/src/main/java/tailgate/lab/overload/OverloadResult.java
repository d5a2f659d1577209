package tailgate.lab.overload;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.ClaimRun;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.stats.SteadyState;

/**
 * The result of one run. Reports are made from its JSON alone, so its fields keep their names.
 *
 * @param capacity of the server, in answers per second, by the closed load
 * @param closed the latencies of that load, none of whose requests should have failed
 * @param ceiling of the generator, in requests per second; null if it was not measured
 * @param steps in the order of the plan's loads
 * @param begin of the pulse, until a policy can have noticed it; the rest of it is the step at 2
 * @param after the pulse
 * @param recoveryMillis from its end until the P99 of 100 ms is within 1.5 times of that of the
 *     step at 0.5; null if that was not seen
 * @param settled whether the server had settled before; null if it was not warmed, or not watched
 * @param measured the pulse: its answers per second are those in time. Its timeline begins with the
 *     step before the pulse
 */
public record OverloadResult(
    OverloadRun run,
    double capacity,
    Figures closed,
    @Nullable Double ceiling,
    List<OverloadPoint> steps,
    OverloadPoint begin,
    OverloadPoint after,
    @Nullable Long recoveryMillis,
    @Nullable SteadyState settled,
    Measurement measured) {

  private static final double MOST_OF_CEILING = 0.7;

  /** Of the capacity: nothing answers more than it can. */
  private static final double MOST_GOODPUT = 1.1;

  /** In claims: clients that leave, and those that ask again, of which there are as many. */
  private static final String LEAVING = "2x-leaving";

  private static final String PERSISTENT = "2x-persistent";

  private static final Timeline NO_TIMELINE =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());

  public OverloadResult {
    steps = List.copyOf(steps);
  }

  /** The step at a load, which the plan has. */
  OverloadPoint at(double load) {
    return steps.stream().filter(step -> step.load() == load).findFirst().orElseThrow();
  }

  /** Answers in time, as a share of the capacity. */
  double share(OverloadPoint point) {
    return point.goodput() / capacity;
  }

  /** Why the whole run takes no part in a verdict; empty if it does. */
  Optional<String> objection() {
    long failed = closed.failed() + closed.missing();
    if (failed > 0) {
      return Optional.of(format("%,d requests failed while the capacity was measured", failed));
    }
    double best = steps.stream().mapToDouble(OverloadPoint::goodput).max().orElse(0);
    if (best > MOST_GOODPUT * capacity) {
      return Optional.of(
          format("%,.0f/s were answered in time, more than its capacity of %,.0f", best, capacity));
    }
    return ceilingShare() > MOST_OF_CEILING
        ? Optional.of(format("%,.0f/s are above 70 %% of the generator's ceiling", highestRate()))
        : Optional.<String>empty();
  }

  /** Requests per second at the highest load, with all that clients send again. */
  private double highestRate() {
    double most = steps.stream().mapToDouble(OverloadPoint::load).max().orElse(0);
    return capacity * run.clients().tries() * most;
  }

  /** How much of what the generator can do the highest rate was; NaN if that is not known. */
  double ceilingShare() {
    return ceiling == null ? Double.NaN : highestRate() / ceiling;
  }

  /** The steps, the begin of the pulse, and what came after it. */
  Stream<OverloadPoint> stretches() {
    return Stream.concat(steps.stream(), Stream.of(begin, after));
  }

  /** Why a step takes no part in a verdict. */
  Optional<String> objection(OverloadPoint point, OverloadPlan plan) {
    return objection().or(() -> point.doubt(plan.patience().toNanos() / 1_000));
  }

  /** Why the pulse and the recovery take no part in a verdict. */
  Optional<String> objectionToPulse(OverloadPlan plan) {
    return Stream.of(half(), begin, twice(), after)
        .flatMap(point -> objection(point, plan).stream())
        .findFirst();
  }

  /** The step before the pulse. */
  OverloadPoint half() {
    return at(OverloadPlan.HALF);
  }

  /** The second part of the pulse. */
  OverloadPoint twice() {
    return at(OverloadPlan.TWICE);
  }

  /** The whole pulse: answers in time, as a share of the capacity. */
  double pulseShare() {
    return pulseShare(begin, twice(), capacity);
  }

  static double pulseShare(OverloadPoint begin, OverloadPoint rest, double capacity) {
    return (begin.inTime() + rest.inTime()) / (begin.seconds() + rest.seconds()) / capacity;
  }

  /**
   * For verdicts: the capacity, and each step; if clients ask again, also what comes after the
   * pulse, and at twice the capacity what each kind of clients gets, if there are two.
   */
  Stream<ClaimRun> observations(OverloadPlan plan) {
    List<ClaimRun> all = new ArrayList<>();
    all.add(observation("closed", capacity, closed, objection()));
    steps.forEach(step -> all.add(observation(inWords(step.load()), step, objection(step, plan))));
    if (run.clients() != Clients.LEAVE) {
      all.add(observation("after", after, objectionToPulse(plan)));
    }
    if (run.clients().areMixed()) {
      OverloadPoint twice = twice();
      Optional<String> objection = objection(twice, plan);
      double each = twice.arrivals() / twice.seconds() / 2;
      Figures figures = withLosses(twice);
      all.add(observation(LEAVING, each * twice.leavingShare(), figures, objection));
      all.add(observation(PERSISTENT, each * twice.persistentShare(), figures, objection));
    }
    return all.stream();
  }

  private ClaimRun observation(String load, OverloadPoint point, Optional<String> objection) {
    return observation(load, atLeastOne(point), withLosses(point), objection);
  }

  /** Goodput as if one request had been answered: a ratio has no interval if it is 0. */
  private static double atLeastOne(OverloadPoint step) {
    return Math.max(1, step.inTime()) / step.seconds();
  }

  /** {@code 2x}. */
  static String inWords(double load) {
    return format(load == Math.rint(load) ? "%.0fx" : "%sx", load);
  }

  private static Figures withLosses(OverloadPoint step) {
    Figures its = step.admitted();
    return new Figures(
        its.count(),
        step.refused() + step.gaveUp(),
        its.p50(),
        its.p90(),
        its.p95(),
        its.p99(),
        its.p999(),
        its.max(),
        null,
        null,
        its.mean(),
        its.deviation());
  }

  private ClaimRun observation(
      String load, double perSecond, Figures figures, Optional<String> objection) {
    Map<String, String> setting =
        Map.of(
            "handler", run.handler().toString(),
            "stage", run.stage(),
            "policy", run.policy().toString(),
            "clients", run.clients().toString(),
            "load", load);
    return new ClaimRun(
        ClaimRun.inBlock(setting, run.block(), run.twin()),
        new Measurement(
            run.name() + " at " + load,
            run.stage(),
            perSecond,
            figures,
            List.of(),
            measured.startEpochMillis(),
            measured.millis(),
            NO_TIMELINE,
            null,
            ServerView.NOTHING),
        objection);
  }
}
