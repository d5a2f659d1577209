package tailgate.lab.overload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/** Results that nobody has measured, of servers that can do 800 requests a second. */
final class OverloadSamples {

  static final double CAPACITY = 800;

  private static final Timeline NOTHING =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());

  private OverloadSamples() {}

  static OverloadPlan plan(int blocks) {
    return OverloadPlan.full(
        List.of("threadpool", "event-loop"),
        List.of(Policy.FIFO, Policy.CODEL),
        List.of(HandlerKind.WAITS),
        List.of(Clients.LEAVE),
        new Blocks(blocks, 7));
  }

  static OverloadRun run(Policy policy, int block, boolean twin) {
    return new OverloadRun("threadpool", policy, HandlerKind.WAITS, Clients.LEAVE, block, twin);
  }

  /** Of all blocks, with a little noise and with the A/A arm. */
  static List<OverloadResult> results(Policy policy, double share, long p99) {
    List<OverloadResult> all = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      double noise = 1 + (block % 3 - 1) * 0.001;
      all.add(result(run(policy, block, false), share * noise, p99, 0));
      all.add(result(run(policy, block, true), share / noise, p99, 0));
    }
    return all;
  }

  /**
   * One run.
   *
   * @param share of the capacity that is answered in time in an overload
   * @param p99 of the admitted in an overload, in microseconds; below the capacity it is 12 ms
   * @param lag of the generator in an overload, in microseconds
   */
  static OverloadResult result(OverloadRun run, double share, long p99, long lag) {
    return result(run, share, p99, lag, 0, 100L);
  }

  /**
   * The same.
   *
   * @param lostBefore of the few requests before each of the steps that are not in the pulse
   */
  static OverloadResult result(
      OverloadRun run,
      double share,
      long p99,
      long lag,
      double lostBefore,
      @Nullable Long recovery) {
    List<OverloadPoint> steps =
        plan(1).loads().stream()
            .map(
                load -> {
                  Double before = load == 0.5 || load == 2 ? null : (Double) lostBefore;
                  return load <= 1
                      ? point(load, load, 12_000, 100, before)
                      : point(load, share, p99, lag, before);
                })
            .toList();
    OverloadPoint begin = point(2, share / 2, p99, lag, null);
    return new OverloadResult(
        run,
        CAPACITY,
        new Figures(1_600, 0, 15_000, 15_000, 15_000, 16_000, 16_000, 16_000),
        10_000.0,
        steps,
        begin,
        point(0.5, 0.5, 12_000, 100, null),
        recovery,
        null,
        new Measurement(
            run.name(),
            run.stage(),
            share * CAPACITY,
            begin.admitted(),
            Collections.nCopies(Figures.CURVE.size(), 12_000L),
            1_000,
            11_000,
            NOTHING,
            null,
            ServerView.NOTHING));
  }

  /** Of clients half of whom ask again: at twice the capacity 32 and 68 of 100 are answered. */
  static OverloadResult mixed(OverloadRun run, int block, boolean twin) {
    OverloadRun its =
        new OverloadRun(run.stage(), run.policy(), run.handler(), run.clients(), block, twin);
    OverloadResult one = result(its, 1, 30_000, 100);
    List<OverloadPoint> steps =
        one.steps().stream()
            .map(
                step ->
                    new OverloadPoint(
                        step.load(),
                        step.seconds(),
                        step.arrivals(),
                        step.inTime(),
                        step.refused(),
                        step.gaveUp(),
                        step.admitted(),
                        step.lagP99Micros(),
                        step.blocked(),
                        step.lostBefore(),
                        persistent(step),
                        null))
            .toList();
    return with(one, steps, one.after());
  }

  private static Persistent persistent(OverloadPoint step) {
    long answered = Math.round(0.68 * step.arrivals() / 2);
    return new Persistent(answered, step.arrivals() / 2 - answered);
  }

  static OverloadPlan stormPlan() {
    return OverloadPlan.full(
            List.of("threadpool"),
            List.of(Policy.FIFO),
            List.of(HandlerKind.WAITS),
            List.of(Clients.RETRY),
            new Blocks(10, 7))
        .at(List.of(OverloadPlan.HALF, OverloadPlan.TWICE));
  }

  /**
   * A queue in order whose clients ask again at once.
   *
   * @param share of the capacity that is answered in time after the pulse
   */
  static OverloadResult storm(int block, double share, boolean twin) {
    OverloadRun run =
        new OverloadRun("threadpool", Policy.FIFO, HandlerKind.WAITS, Clients.RETRY, block, twin);
    OverloadResult one = result(run, 0, 12_000, 100);
    return with(one, List.of(one.half(), one.twice()), point(0.5, share, 12_000, 100, null));
  }

  /** One of whose steps at 0.9 ten requests were refused, while compilers had 20 % there. */
  static OverloadResult compiling(int block) {
    OverloadResult one = result(run(Policy.CODEL, block, false), 0.97, 30_000, 100);
    List<OverloadPoint> steps =
        one.steps().stream()
            .map(
                step ->
                    step.load() == 0.9
                        ? with(step, step.inTime() - 10, 0.2)
                        : with(step, step.inTime(), 0.01))
            .toList();
    return with(one, steps, one.after());
  }

  private static OverloadPoint with(OverloadPoint step, long inTime, double compiling) {
    return new OverloadPoint(
        step.load(),
        step.seconds(),
        step.arrivals(),
        inTime,
        step.arrivals() - inTime,
        0,
        step.admitted(),
        step.lagP99Micros(),
        step.blocked(),
        step.lostBefore(),
        null,
        compiling);
  }

  private static OverloadResult with(
      OverloadResult one, List<OverloadPoint> steps, OverloadPoint after) {
    return new OverloadResult(
        one.run(),
        one.capacity(),
        one.closed(),
        one.ceiling(),
        steps,
        one.begin(),
        after,
        one.recoveryMillis(),
        one.settled(),
        one.measured());
  }

  /** Three seconds; whoever is not answered in time is refused. */
  private static OverloadPoint point(
      double load, double share, long p99, long lag, @Nullable Double lostBefore) {
    long arrivals = Math.round(load * CAPACITY * 3);
    long inTime = Math.round(share * CAPACITY * 3);
    return new OverloadPoint(
        load,
        3,
        arrivals,
        inTime,
        arrivals - inTime,
        0,
        new Figures(inTime, 0, 11_000, 11_000, 11_000, p99, p99, p99),
        lag,
        0,
        lostBefore,
        null,
        null);
  }
}
