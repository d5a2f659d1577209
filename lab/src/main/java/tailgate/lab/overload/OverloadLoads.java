package tailgate.lab.overload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * The loads of a run.
 *
 * <pre>
 *   closed: few users, who find out the capacity
 *   open:   a short overload that does not count ──► nobody asks
 *           half of it ──► the pulse, twice as much: run-in ──► step ──► half of it again
 *           then for each other load: nobody asks ──► few ask ──► run-in ──► step
 * </pre>
 */
record OverloadLoads(OverloadPlan plan) {

  private static final Duration CLOSED_TIMEOUT = Duration.ofSeconds(5);

  /** Below the capacity no policy has to notice anything. */
  private static final Duration SHORT_RUN_IN = Duration.ofMillis(400);

  /**
   * An overload that does not count: clients that leave and come with new connections are work that
   * the compilers of both JVMs have not seen in the closed load.
   */
  private static final Duration REHEARSAL = Duration.ofSeconds(1);

  /** Few ask, to see whether the queue is empty again. */
  private static final double PROBE = 0.25;

  private static final Duration PROBE_TIME = Duration.ofMillis(400);

  /** Longer than a queue in order needs for what an overload has left in it. */
  private static final double DRAIN = 1.15;

  private static final Duration SHORTEST_DRAIN = Duration.ofMillis(200);

  private static final long WINDOW_MILLIS = 100;

  /**
   * Connections, of those that clients need who all wait until they give up; many are being opened.
   */
  private static final double ROOM = 3;

  private static final int FEWEST_CONNECTIONS = 64;

  /** The load that shows the capacity. */
  LoadSpec closed(OverloadRun run) {
    Duration counted = plan.closed().dividedBy(2);
    return new LoadSpec(
        OverloadPlan.PATH,
        run.keepsConnections(),
        run.handler().users(plan.atATime(run)),
        Model.CLOSED,
        List.of(
            Segment.of(Kind.WARM_UP, 1, 0, plan.closed().minus(counted)),
            Segment.of(Kind.STEADY, 1, 0, counted)),
        CLOSED_TIMEOUT.toMillis(),
        LoadSpec.ALL_CORES);
  }

  /**
   * The steps and the pulse.
   *
   * @param capacity in requests per second
   */
  LoadSpec open(OverloadRun run, double capacity) {
    Segments its = new Segments(capacity);
    its.uncounted(OverloadPlan.TWICE, REHEARSAL);
    its.uncounted(0, drain(left(run, OverloadPlan.TWICE, REHEARSAL)));
    its.uncounted(OverloadPlan.HALF, SHORT_RUN_IN);
    its.add(Kind.STEADY, plan.cycle(OverloadPlan.HALF), OverloadPlan.HALF, plan.step());
    its.add(Kind.SPIKE, 1, OverloadPlan.TWICE, plan.runIn());
    its.add(Kind.STEADY, plan.cycle(OverloadPlan.TWICE), OverloadPlan.TWICE, plan.step());
    its.add(Kind.COOL_DOWN, 1, OverloadPlan.HALF, plan.after());
    Duration left =
        left(run, OverloadPlan.TWICE, plan.pulse())
            .plus(left(run, OverloadPlan.HALF, plan.after()));
    for (double load : others()) {
      its.uncounted(0, drain(left));
      its.add(Kind.QUIET, plan.cycle(load), PROBE, PROBE_TIME);
      its.uncounted(load, load < 1 ? SHORT_RUN_IN : plan.runIn());
      its.add(Kind.STEADY, plan.cycle(load), load, plan.step());
      left = left(run, load, plan.pulse());
    }
    return new LoadSpec(
        OverloadPlan.PATH,
        run.keepsConnections(),
        connections(run, capacity),
        Model.OPEN,
        its.all,
        plan.patience().toMillis(),
        LoadSpec.ALL_CORES,
        Arrivals.poisson(plan.blocks().seed()).next(run.block() - 1),
        run.clients().retries(),
        Map.of());
  }

  /** The segments of a load, one after the other. */
  private static final class Segments {

    private final double capacity;
    private final List<Segment> all = new ArrayList<>();

    Segments(double capacity) {
      this.capacity = capacity;
    }

    void add(Kind kind, int cycle, double load, Duration time) {
      all.add(Segment.of(kind, cycle, load * capacity, time));
    }

    void uncounted(double load, Duration time) {
      add(Kind.WARM_UP, all.size() + 1, load, time);
    }
  }

  /** Those that are not in or around the pulse. */
  private List<Double> others() {
    return plan.loads().stream()
        .filter(load -> load != OverloadPlan.HALF && load != OverloadPlan.TWICE)
        .toList();
  }

  /**
   * How long a server works on what a load has left in a queue without an end; below 0 if it would
   * have done more than that. Each try of a client is work.
   */
  private static Duration left(OverloadRun run, double load, Duration time) {
    return Duration.ofMillis(Math.round((load * run.clients().tries() - 1) * time.toMillis()));
  }

  /** In whole windows of the timeline, so that one of them begins with the end of the pulse. */
  private static Duration drain(Duration left) {
    long millis = Math.round(Math.max(0, DRAIN * left.toMillis()));
    return SHORTEST_DRAIN.plusMillis(Math.ceilDiv(millis, WINDOW_MILLIS) * WINDOW_MILLIS);
  }

  private int connections(OverloadRun run, double capacity) {
    if (run.clients() != Clients.LEAVE) {
      return plan.mostConnections();
    }
    double waiting =
        plan.most() * capacity * run.clients().longest(plan.patience()).toMillis() / 1e3;
    return (int) Math.clamp(Math.ceil(ROOM * waiting), FEWEST_CONNECTIONS, plan.mostConnections());
  }

  /** Roughly what a run takes beside its warm-up. */
  Duration perRun() {
    OverloadRun any =
        new OverloadRun("threadpool", Policy.FIFO, HandlerKind.WAITS, Clients.LEAVE, 1, false);
    return plan.closed().plus(open(any, 1).duration());
  }
}
