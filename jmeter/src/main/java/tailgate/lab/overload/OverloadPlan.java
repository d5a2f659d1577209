package tailgate.lab.overload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.project.Project;

/**
 * What is tried.
 *
 * <pre>
 *   closed: few users, who find out the capacity
 *   open:   half of it ──► the pulse, twice as much: run-in ──► step ──► half of it again
 *           then for each other load: nobody asks ──► few ask ──► run-in ──► step
 * </pre>
 *
 * @param policies of the stages that can have them; others have none
 * @param loads as multiples of the capacity, ascending
 * @param patience after which a client leaves
 * @param closed half of it is for the compiler, half is counted
 * @param runIn at the rate of the step that follows, so that a policy has noticed an overload; the
 *     pulse begins with it
 * @param step that is counted, for each load
 * @param after the pulse, at half of the capacity
 * @param settles whether a server is warmed until it has settled; else the closed load warms it
 */
public record OverloadPlan(
    List<String> stages,
    List<Policy> policies,
    List<HandlerKind> handlers,
    List<Double> loads,
    Duration patience,
    Duration closed,
    Duration runIn,
    Duration step,
    Duration after,
    boolean settles,
    Blocks blocks) {

  /** The handlers answer every path. */
  static final String PATH = Project.DATA;

  static final double HALF = 0.5;
  static final double TWICE = 2;

  private static final Duration PATIENCE = Duration.ofMillis(100);

  /**
   * Of the closed load. Eight are in the handler, so that no wait is as long as the target of
   * CoDel, and nobody is refused by a queue of eight.
   */
  static final int USERS = 12;

  private static final Duration CLOSED_TIMEOUT = Duration.ofSeconds(5);

  /** Below the capacity no policy has to notice anything. */
  private static final Duration SHORT_RUN_IN = Duration.ofMillis(400);

  /** Few ask, to see whether the queue is empty again. */
  static final double PROBE = 0.25;

  private static final Duration PROBE_TIME = Duration.ofMillis(400);

  /** Longer than a queue in order needs for what an overload has left in it. */
  private static final double DRAIN = 1.15;

  private static final Duration SHORTEST_DRAIN = Duration.ofMillis(200);

  /** Connections, of those that clients need who all wait until they give up. */
  private static final double ROOM = 1.5;

  private static final int FEWEST_CONNECTIONS = 64;

  /** Of the generator, at any rate. */
  public static final int MOST_CONNECTIONS = 4_000;

  public OverloadPlan {
    if (!loads.contains(HALF) || !loads.contains(TWICE)) {
      throw new IllegalArgumentException("the pulse needs 0.5 and 2, not " + loads);
    }
    stages = List.copyOf(stages);
    policies = List.copyOf(policies);
    handlers = List.copyOf(handlers);
    loads = List.copyOf(loads);
  }

  /** The full form. */
  public static OverloadPlan full(
      List<String> stages, List<Policy> policies, List<HandlerKind> handlers, Blocks blocks) {
    return new OverloadPlan(
        stages,
        policies,
        handlers,
        List.of(HALF, 0.9, 1.0, 1.5, TWICE, 3.0),
        PATIENCE,
        Duration.ofSeconds(4),
        Duration.ofMillis(1_500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(4),
        true,
        blocks);
  }

  /** The short form. */
  public static OverloadPlan quick(
      List<String> stages, List<Policy> policies, List<HandlerKind> handlers, Blocks blocks) {
    return new OverloadPlan(
        stages,
        policies,
        handlers,
        List.of(HALF, 1.0, 1.5, TWICE, 3.0),
        PATIENCE,
        Duration.ofSeconds(2),
        Duration.ofMillis(1_300),
        Duration.ofMillis(1_400),
        Duration.ofMillis(2_500),
        false,
        blocks);
  }

  /** In each block all arms in random order; the A/A arm among them, if there are several. */
  List<OverloadRun> runs() {
    List<OverloadRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      List<OverloadRun> its = new ArrayList<>();
      for (HandlerKind handler : handlers) {
        List<OverloadRun> arms = arms(handler, block);
        its.addAll(arms);
        if (blocks.count() > 1) {
          its.add(twin(arms));
        }
      }
      runs.addAll(blocks.shuffled(block, its));
    }
    return runs;
  }

  /** All arms with all handlers, once. */
  List<OverloadRun> arms() {
    return handlers.stream().flatMap(handler -> arms(handler, 1).stream()).toList();
  }

  private List<OverloadRun> arms(HandlerKind handler, int block) {
    List<OverloadRun> arms = new ArrayList<>();
    for (String stage : stages) {
      for (Policy policy : Policy.values()) {
        boolean isWanted = policy == Policy.NONE || policies.contains(policy);
        if (isWanted && policy.fits(stage)) {
          arms.add(new OverloadRun(stage, policy, handler, block, false));
        }
      }
    }
    return arms;
  }

  /** One with CoDel: an arm that answers nobody in time cannot be compared with itself. */
  private static OverloadRun twin(List<OverloadRun> arms) {
    OverloadRun arm =
        arms.stream()
            .filter(run -> run.policy() == Policy.CODEL)
            .findFirst()
            .orElseGet(() -> arms.get(0));
    return new OverloadRun(arm.stage(), arm.policy(), arm.handler(), arm.block(), true);
  }

  /** Whether the example handler is needed. */
  public boolean needsExample() {
    return handlers.contains(HandlerKind.BACK_END);
  }

  /** Whether there is anything to run. */
  public boolean hasArms() {
    return !arms().isEmpty();
  }

  /** The load that shows the capacity. */
  LoadSpec closed(OverloadRun run) {
    Duration counted = closed.dividedBy(2);
    return new LoadSpec(
        PATH,
        run.keepsConnections(),
        USERS,
        Model.CLOSED,
        List.of(
            Segment.of(Kind.WARM_UP, 1, 0, closed.minus(counted)),
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
    Stretch stretches = new Stretch(capacity);
    stretches.uncounted(HALF, SHORT_RUN_IN);
    stretches.add(Kind.STEADY, cycle(HALF), HALF, step);
    stretches.add(Kind.SPIKE, 1, TWICE, runIn);
    stretches.add(Kind.STEADY, cycle(TWICE), TWICE, step);
    stretches.add(Kind.COOL_DOWN, 1, HALF, after);
    Duration left = left(TWICE).minus(after.dividedBy(2));
    for (double load : others()) {
      stretches.uncounted(0, drain(left));
      stretches.add(Kind.QUIET, cycle(load), PROBE, PROBE_TIME);
      stretches.uncounted(load, load < 1 ? SHORT_RUN_IN : runIn);
      stretches.add(Kind.STEADY, cycle(load), load, step);
      left = left(load);
    }
    return new LoadSpec(
        PATH,
        run.keepsConnections(),
        connections(capacity),
        Model.OPEN,
        stretches.segments,
        patience.toMillis(),
        LoadSpec.ALL_CORES,
        Arrivals.poisson(blocks.seed()).next(run.block() - 1));
  }

  /** The segments of a load, one after the other. */
  private static final class Stretch {

    private final double capacity;
    private final List<Segment> segments = new ArrayList<>();

    Stretch(double capacity) {
      this.capacity = capacity;
    }

    void add(Kind kind, int cycle, double load, Duration time) {
      segments.add(Segment.of(kind, cycle, load * capacity, time));
    }

    void uncounted(double load, Duration time) {
      add(Kind.WARM_UP, segments.size() + 1, load, time);
    }
  }

  /** The number of a load, by which its segments are found again. */
  int cycle(double load) {
    return loads.indexOf(load) + 1;
  }

  /** Those that are not in or around the pulse. */
  private List<Double> others() {
    return loads.stream().filter(load -> load != HALF && load != TWICE).toList();
  }

  /** How long a server works on what an overload has left in a queue without an end. */
  private Duration left(double load) {
    return load <= 1
        ? Duration.ZERO
        : Duration.ofMillis(Math.round((load - 1) * pulse().toMillis()));
  }

  private static Duration drain(Duration left) {
    return left.isNegative()
        ? SHORTEST_DRAIN
        : SHORTEST_DRAIN.plusMillis(Math.round(DRAIN * left.toMillis()));
  }

  /** Twice as much as the capacity: its begin, and the step. */
  Duration pulse() {
    return runIn.plus(step);
  }

  private double most() {
    return loads.stream().mapToDouble(Double::doubleValue).max().orElse(TWICE);
  }

  private int connections(double capacity) {
    double waiting = most() * capacity * patience.toMillis() / 1e3;
    return (int) Math.clamp(Math.ceil(ROOM * waiting), FEWEST_CONNECTIONS, MOST_CONNECTIONS);
  }

  /** Roughly what a run takes beside its warm-up. */
  Duration perRun() {
    OverloadRun any = new OverloadRun("threadpool", Policy.FIFO, HandlerKind.WAITS, 1, false);
    return closed.plus(open(any, 1).duration());
  }
}
