package tailgate.lab.downstream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
 * @param slots calls that the back end does at the same time
 * @param service how long each of them takes
 * @param giveUp after which a client leaves
 * @param warmUp at 90 % of what the back end can do
 * @param calm at half of it, before the overload and after it
 * @param overload at three times as much
 * @param arms their names
 */
public record DownstreamPlan(
    int slots,
    Duration service,
    Duration giveUp,
    Duration warmUp,
    Duration calm,
    Duration overload,
    List<String> arms,
    Blocks blocks) {

  public static final int SLOTS = 16;
  public static final Duration SERVICE = Duration.ofMillis(40);
  public static final Duration GIVE_UP = Duration.ofSeconds(1);

  /** The path of every request; the handlers answer any path. */
  static final String PATH = Project.DATA;

  /** How long a request may wait for a slot: HikariCP allows no less. */
  static final Duration WAIT = Duration.ofMillis(250);

  /** The arrivals of the overload, as a multiple of what the back end can do. */
  static final double TIMES = 3;

  private static final double WARM = 0.9;
  private static final double HALF = 0.5;

  /** Connections, of those that clients need who all wait until they give up. */
  private static final double ROOM = 1.3;

  private static final int FEWEST_USERS = 64;

  /** The shortest warm-up: a cold back end answers some 10 % less. */
  private static final Duration CEILING_WARM_UP = Duration.ofSeconds(6);

  private static final Duration CEILING = Duration.ofSeconds(2);
  private static final Duration CEILING_TIMEOUT = Duration.ofSeconds(10);

  public DownstreamPlan {
    arms = List.copyOf(arms);
  }

  /** The full form: half a minute for each arm. */
  public static DownstreamPlan full(
      int slots, Duration service, Duration giveUp, List<String> arms, Blocks blocks) {
    return of(slots, service, giveUp, arms, blocks, 10, 5, 12);
  }

  /** The short form. */
  public static DownstreamPlan quick(
      int slots, Duration service, Duration giveUp, List<String> arms, Blocks blocks) {
    return of(slots, service, giveUp, arms, blocks, 2, 1, 4);
  }

  private static DownstreamPlan of(
      int slots,
      Duration service,
      Duration giveUp,
      List<String> arms,
      Blocks blocks,
      long warmUp,
      long calm,
      long overload) {
    return new DownstreamPlan(
        slots,
        service,
        giveUp,
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(calm),
        Duration.ofSeconds(overload),
        arms,
        blocks);
  }

  /** What the back end can do by these numbers, in calls per second. */
  double perSecond() {
    return perSecond(slots, service);
  }

  /** The same before there is a plan. */
  public static double perSecond(int slots, Duration service) {
    return slots * 1e9 / service.toNanos();
  }

  Duration total() {
    return warmUp.plus(calm).plus(overload).plus(calm);
  }

  /** The load of a run. */
  LoadSpec load(DownstreamRun run) {
    double most = perSecond();
    return new LoadSpec(
        PATH,
        true,
        users(),
        Model.OPEN,
        List.of(
            Segment.of(Kind.WARM_UP, 1, WARM * most, warmUp),
            Segment.of(Kind.QUIET, 1, HALF * most, calm),
            Segment.of(Kind.SPIKE, 1, TIMES * most, overload),
            Segment.of(Kind.COOL_DOWN, 1, HALF * most, calm)),
        giveUp.toMillis(),
        LoadSpec.ALL_CORES,
        Arrivals.poisson(blocks.seed()).next(run.block() - 1));
  }

  /** What sets up the handler of an arm, for its JVM; {@code tailgate.downstream.Settings}. */
  List<String> properties(DownstreamArm arm, String url) {
    return Stream.of(
            "url=" + url,
            "bound=" + arm.bound(),
            "slots=" + slots,
            "wait=" + WAIT.toMillis(),
            "timeout=" + giveUp.toMillis(),
            "service=" + service.toMillis())
        .map("-Ddownstream."::concat)
        .toList();
  }

  /** Connections of the generator: enough for all clients who can be waiting at the same time. */
  public int users() {
    return (int)
        Math.max(FEWEST_USERS, Math.ceil(ROOM * TIMES * perSecond() * giveUp.toMillis() / 1e3));
  }

  /**
   * The load that shows what the back end can do by itself, once it has been warmed. There are more
   * users than slots, so that a slot never waits for the next call.
   *
   * @param path of the back end
   */
  LoadSpec ceiling(String path) {
    return new LoadSpec(
        path,
        true,
        2 * slots,
        Model.CLOSED,
        List.of(
            Segment.of(Kind.WARM_UP, 1, 0, ceilingWarmUp()),
            Segment.of(Kind.STEADY, 1, 0, CEILING)),
        CEILING_TIMEOUT.toMillis(),
        1);
  }

  private Duration ceilingWarmUp() {
    return warmUp.compareTo(CEILING_WARM_UP) > 0 ? warmUp : CEILING_WARM_UP;
  }

  /** In each block all arms in random order, the A/A arm among them if there are several blocks. */
  List<DownstreamRun> runs() {
    List<DownstreamRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      List<DownstreamRun> its = new ArrayList<>();
      for (String arm : arms) {
        its.add(new DownstreamRun(arm, block, false));
      }
      if (blocks.count() > 1) {
        its.add(new DownstreamRun(twin(), block, true));
      }
      runs.addAll(blocks.shuffled(block, its));
    }
    return runs;
  }

  /** The arm that is measured twice: a bounded one, because an unbounded one answers too little. */
  private String twin() {
    return Stream.of("semaphore", "hikari")
        .flatMap(bound -> arms.stream().filter(arm -> arm.endsWith(bound)))
        .findFirst()
        .orElse(arms.get(0));
  }
}
