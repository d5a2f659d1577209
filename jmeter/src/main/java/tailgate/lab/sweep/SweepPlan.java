package tailgate.lab.sweep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
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
 * @param blocks null in old plans: each point was measured once
 * @param focus null if all arms are measured at all points
 */
public record SweepPlan(
    String name,
    String question,
    List<String> stages,
    List<String> arguments,
    String path,
    List<Integer> users,
    List<Boolean> keepAlive,
    Duration duration,
    @Nullable Blocks blocks,
    @Nullable Focus focus) {

  /**
   * Time is finite, so the claims get their points first.
   *
   * @param stages that the claims are about; they are measured with all numbers of users
   * @param fewer numbers of users with which all other arms are measured
   * @param twin the stage that the A/A arm repeats, with the same points
   */
  public record Focus(List<String> stages, List<Integer> fewer, String twin) {
    public Focus {
      stages = List.copyOf(stages);
      fewer = List.copyOf(fewer);
    }
  }

  /** A stage, or a stage once more. */
  private record Arm(String stage, boolean twin) {}

  /** Of each point, with which a load generator that has just been started warms itself. */
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /** How many blocks a committed run has. */
  public static final int BLOCKS = 10;

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
          Duration.ofSeconds(20),
          null,
          new Focus(Project.STAGES, List.of(500), "thread-per-request"));

  public static final SweepPlan SCALE =
      new SweepPlan(
          "scale",
          "1 to 1,000 users without a pause, with and without keep-alive: what is served?",
          Project.STAGES,
          List.of(),
          "/data.json",
          List.of(1, 4, 16, 64, 128, 500, 1_000),
          List.of(true, false),
          Duration.ofSeconds(6),
          null,
          new Focus(List.of("threadpool"), List.of(16, 1_000), "threadpool"));

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
          Duration.ofSeconds(10),
          null,
          new Focus(
              List.of("thread-per-request", "threadpool", "adaptive-pool", "virtual-threads"),
              List.of(1_000),
              "virtual-threads"));

  public SweepPlan {
    stages = List.copyOf(stages);
    arguments = List.copyOf(arguments);
    users = List.copyOf(users);
    keepAlive = List.copyOf(keepAlive);
  }

  /** Fewer points, less of each, and no A/A arm: enough for an impression only. */
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
        Duration.ofSeconds(4),
        blocks,
        null);
  }

  /** The same in blocks. */
  public SweepPlan in(Blocks someBlocks) {
    return new SweepPlan(
        name, question, stages, arguments, path, users, keepAlive, duration, someBlocks, focus);
  }

  /** The same with other stages and other numbers of users. */
  public SweepPlan with(List<String> otherStages, List<Integer> otherUsers) {
    return new SweepPlan(
        name,
        question,
        otherStages,
        arguments,
        path,
        otherUsers,
        keepAlive,
        duration,
        blocks,
        focus);
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
        duration,
        blocks,
        focus);
  }

  /**
   * Whether the stages run the handler that this experiment is about, not one of the user's own.
   */
  boolean hasItsOwnHandler() {
    return Stream.of(SLOW_HANDLER, SCALE, FAN_OUT)
        .anyMatch(own -> own.name.equals(name) && own.arguments.equals(arguments));
  }

  /** All runs: in each block the arms, and the points of each arm, in random order. */
  public List<SweepRun> runs() {
    List<SweepRun> runs = new ArrayList<>();
    Blocks all = Objects.requireNonNullElse(blocks, new Blocks(1, 0));
    for (int block = 1; block <= all.count(); block++) {
      for (Arm arm : all.shuffled(block, arms())) {
        runs.addAll(all.shuffled(block, points(block, arm)));
      }
    }
    return runs;
  }

  private List<Arm> arms() {
    List<Arm> arms = new ArrayList<>(stages.stream().map(stage -> new Arm(stage, false)).toList());
    if (focus != null) {
      arms.add(new Arm(stages.contains(focus.twin) ? focus.twin : stages.get(0), true));
    }
    return arms;
  }

  private List<SweepRun> points(int block, Arm arm) {
    List<SweepRun> points = new ArrayList<>();
    for (boolean kept : keepAlive) {
      for (int count : users(arm)) {
        points.add(new SweepRun(arm.stage, count, kept, block, arm.twin));
      }
    }
    return points;
  }

  private List<Integer> users(Arm arm) {
    if (focus == null || focus.stages.contains(arm.stage)) {
      return users;
    }
    List<Integer> fewer = users.stream().filter(focus.fewer::contains).toList();
    return fewer.isEmpty() ? users : fewer;
  }

  /** With how many users a server is warmed: a number in the middle. */
  int warmUpUsers() {
    return users.get(users.size() / 2);
  }

  /** How long a user waits for an answer. */
  Duration timeout() {
    return TIMEOUT;
  }

  /** Whether a server is warmed until it has settled; else each load warms it. */
  boolean settles() {
    return focus != null;
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
