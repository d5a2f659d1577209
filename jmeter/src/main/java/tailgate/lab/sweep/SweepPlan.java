package tailgate.lab.sweep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.project.Project;

/**
 * An experiment that tries several numbers of users. The load is closed, as in the measurements
 * that it repeats: a user asks again once it has its answer, so a slow stage is asked less.
 * Throughput is the figure to look at; latency is that of users who wait their turn.
 *
 * @param stages that take part unless others are asked for
 * @param arguments for all of them
 * @param keepAlive whether connections are used again; both are tried if both are given
 */
public record SweepPlan(
    String name,
    String question,
    List<String> stages,
    List<String> arguments,
    String path,
    List<Integer> users,
    List<Boolean> keepAlive,
    Duration duration) {

  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  public static final SweepPlan SLOW_HANDLER =
      new SweepPlan(
          "slow-handler",
          "500 users, and a handler that takes 100 ms: which stage keeps them waiting?",
          Project.STAGES,
          List.of("--simulate-io", "100ms"),
          "/logo.svg",
          List.of(500),
          List.of(true),
          Duration.ofSeconds(20));

  public static final SweepPlan SCALE =
      new SweepPlan(
          "scale",
          "1 to 1,000 users without a pause, with and without keep-alive: what is served?",
          Project.STAGES,
          List.of(),
          "/data.json",
          List.of(1, 4, 16, 64, 128, 500, 1_000),
          List.of(true, false),
          Duration.ofSeconds(5));

  /** The shape of ebarlas/project-loom-comparison. */
  public static final SweepPlan FAN_OUT =
      new SweepPlan(
          "fan-out",
          "A handler that waits three times for 333 ms: which stage still answers in a second, and"
              + " at what price?",
          List.of("thread-per-request", "threadpool", "adaptive-pool", "virtual-threads"),
          List.of("--simulate-io", "333ms", "--simulate-io", "333ms", "--simulate-io", "333ms"),
          "/logo.svg",
          List.of(1_000, 2_500, 5_000, 10_000),
          List.of(true),
          Duration.ofSeconds(10));

  public SweepPlan {
    stages = List.copyOf(stages);
    arguments = List.copyOf(arguments);
    users = List.copyOf(users);
    keepAlive = List.copyOf(keepAlive);
  }

  /** Fewer points, and less of each. */
  public SweepPlan quick() {
    List<Integer> few =
        users.size() <= 2 ? users : List.of(users.get(0), users.get(users.size() / 2));
    return new SweepPlan(
        name,
        question,
        stages,
        arguments,
        path,
        few,
        keepAlive.subList(0, 1),
        Duration.ofSeconds(4));
  }

  /** The same with other stages and other numbers of users. */
  public SweepPlan with(List<String> otherStages, List<Integer> otherUsers) {
    return new SweepPlan(
        name, question, otherStages, arguments, path, otherUsers, keepAlive, duration);
  }

  /** The same with a handler of the user's own. */
  public SweepPlan answeredBy(String handler, List<String> itsArguments) {
    return new SweepPlan(
        name,
        "The users of %s, answered by %s: what is served?".formatted(name, handler),
        stages,
        itsArguments,
        path,
        users,
        keepAlive,
        duration);
  }

  /**
   * Whether the stages run the handler that this experiment is about, not one of the user's own.
   */
  boolean hasItsOwnHandler() {
    return Stream.of(SLOW_HANDLER, SCALE, FAN_OUT)
        .anyMatch(own -> own.name.equals(name) && own.arguments.equals(arguments));
  }

  /** All runs: the stages take turns at each number of users. */
  public List<SweepRun> runs() {
    List<SweepRun> runs = new ArrayList<>();
    for (boolean kept : keepAlive) {
      for (int count : users) {
        for (String stage : stages) {
          runs.add(new SweepRun(stage, count, kept));
        }
      }
    }
    return runs;
  }

  /** The load of one run. */
  public LoadSpec load(SweepRun run) {
    return new LoadSpec(
        path,
        run.reuses(),
        run.users(),
        true,
        List.of(Segment.of(Kind.WARM_UP, 1, 0, WARM_UP), Segment.of(Kind.STEADY, 1, 0, duration)),
        TIMEOUT.toMillis());
  }

  /** What a run takes, if all is answered soon. */
  public Duration perRun() {
    return WARM_UP.plus(duration);
  }
}
