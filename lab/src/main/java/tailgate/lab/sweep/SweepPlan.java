package tailgate.lab.sweep;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.project.Project;

/**
 * An experiment that tries several numbers of users. The load is closed, as in the measurements
 * that it repeats: a user asks again once it has its answer, so a slow stage is asked less.
 * Throughput is the figure to look at; latency is that of users who wait their turn.
 *
 * <p>It compares stages, and it has parts that do the work of an origin. The claims of an origin
 * are judged by its part alone.
 *
 * @param stages that take part in the comparison of stages; none if it is left out
 * @param arguments for all of them
 * @param keepAlive whether connections are used again; both are tried if both are given
 * @param blocks null in old plans: each point was measured once
 * @param focus null if all arms are measured at all points
 * @param parts that repeat an origin; null in old plans, which had none
 * @param fileSize of the file with this path in the comparison of stages, which is then the only
 *     one; null for the sample site
 * @param stageArguments what the user has added; null in old plans
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
    @Nullable Focus focus,
    @Nullable List<Part> parts,
    @Nullable Long fileSize,
    @Nullable StageArguments stageArguments) {

  /** On the command line: the comparison of stages. */
  public static final String COMPARISON = "stages";

  /**
   * Time is finite, so the claims get their points first.
   *
   * @param stages that the claims are about; they are measured with all numbers of users
   * @param fewer numbers of users with which all other arms are measured
   * @param twin the stage that the A/A arm repeats, with the same points
   * @param blocks in which the stages are compared, because the claims are about the parts; null
   *     for all
   */
  public record Focus(
      List<String> stages, List<Integer> fewer, String twin, @Nullable Integer blocks) {
    public Focus {
      stages = List.copyOf(stages);
      fewer = List.copyOf(fewer);
    }

    /** All arms are measured with these numbers. */
    private Focus with(List<Integer> users) {
      return new Focus(stages, users, twin, blocks);
    }
  }

  /** So many keep one busy, as in {@code computing} and {@code new-connections}. */
  private static final int USERS_OF_A_PROCESSOR = 64;

  /** Of each point, with which a load generator that has just been started warms itself. */
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /** How many blocks a committed run has. */
  public static final int BLOCKS = 10;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Stages in which nothing else is done while a handler waits. */
  private static final List<String> ONE_AT_A_TIME = List.of("singlethreaded", "event-loop");

  private static final int FEW_USERS = 4;

  /** In how many blocks stages are compared that no claim is about. */
  private static final int FEWER_BLOCKS = 3;

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
          new Focus(Project.STAGES, List.of(500), "thread-per-request", FEWER_BLOCKS),
          List.of(Part.THREADS_TEXT),
          null,
          null);

  public static final SweepPlan SCALE =
      new SweepPlan(
          "scale",
          "1 to 1,000 users without a pause, with and without keep-alive: what is served?",
          Project.STAGES,
          List.of(),
          "/data.json",
          List.of(16, 128, 1_000),
          List.of(true, false),
          Duration.ofSeconds(5),
          null,
          new Focus(List.of(), List.of(16, 128, 1_000), "threadpool", FEWER_BLOCKS),
          List.of(Part.RUST_POOL, Part.RUST_BURST, Part.RUST_SUBMIT, Part.C_SERVER),
          null,
          null);

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
              "virtual-threads",
              null),
          List.of(),
          null,
          null);

  public SweepPlan {
    stages = List.copyOf(stages);
    arguments = List.copyOf(arguments);
    users = List.copyOf(users);
    keepAlive = List.copyOf(keepAlive);
    parts = parts == null ? List.of() : List.copyOf(parts);
    stageArguments = Objects.requireNonNullElse(stageArguments, StageArguments.NONE);
  }

  /** Fewer points, less of each, and no A/A arm: enough for an impression only. */
  public SweepPlan quick() {
    return new SweepPlan(
        name,
        question,
        stages,
        arguments,
        path,
        Part.few(users),
        keepAlive.subList(0, 1),
        Duration.ofSeconds(4),
        blocks,
        null,
        parts().stream().map(Part::quick).toList(),
        fileSize,
        stageArguments);
  }

  /** The same in blocks. */
  public SweepPlan in(Blocks someBlocks) {
    return with(stages, users, keepAlive, someBlocks, focus, parts());
  }

  /**
   * The same for a server with so many processors. Where 1,000 users are too few to keep them busy,
   * {@code scale} has one number of users more in the comparison of stages.
   */
  public SweepPlan on(int processors) {
    int more = processors * USERS_OF_A_PROCESSOR;
    Focus its = focus;
    boolean compares = name.equals(SCALE.name) && !stages.isEmpty();
    if (its == null || !compares || more < 2 * Collections.max(users)) {
      return this;
    }
    List<Integer> all = Stream.concat(users.stream(), Stream.of(more)).toList();
    return with(stages, all, keepAlive, blocks, its.with(all), parts());
  }

  /** The same with other stages and other numbers of users, in parts too, and for all arms. */
  public SweepPlan with(List<String> otherStages, List<Integer> otherUsers) {
    if (otherUsers.equals(users)) {
      return with(otherStages, users, keepAlive, blocks, focus, parts());
    }
    return with(
        otherStages,
        otherUsers,
        keepAlive,
        blocks,
        focus == null ? null : focus.with(otherUsers),
        parts().stream().map(part -> part.withUsers(otherUsers)).toList());
  }

  /** Only some of the parts. The comparison of stages is one of them. */
  public SweepPlan only(List<String> names) {
    return with(
        names.contains(COMPARISON) ? stages : List.of(),
        users,
        keepAlive,
        blocks,
        focus,
        parts().stream().filter(part -> names.contains(part.name())).toList());
  }

  /** The same with other connections. */
  public SweepPlan connecting(List<Boolean> kept) {
    return with(
        stages,
        users,
        kept,
        blocks,
        focus,
        parts().stream().map(part -> part.withConnections(kept)).toList());
  }

  private SweepPlan with(
      List<String> someStages,
      List<Integer> someUsers,
      List<Boolean> kept,
      @Nullable Blocks someBlocks,
      @Nullable Focus itsFocus,
      List<Part> someParts) {
    return new SweepPlan(
        name,
        question,
        someStages,
        arguments,
        path,
        someUsers,
        kept,
        duration,
        someBlocks,
        itsFocus,
        someParts,
        fileSize,
        stageArguments);
  }

  /** The same with another file. */
  public SweepPlan asking(String otherPath, @Nullable Long size) {
    return new SweepPlan(
        name,
        question,
        stages,
        arguments,
        otherPath,
        users,
        keepAlive,
        duration,
        blocks,
        focus,
        parts().stream().map(part -> part.asking(otherPath, size)).toList(),
        size,
        stageArguments);
  }

  /** The same with more arguments for some stages. */
  public SweepPlan with(StageArguments more) {
    return new SweepPlan(
        name, question, stages, arguments, path, users, keepAlive, duration, blocks, focus, parts(),
        fileSize, more);
  }

  /** The same with a handler of the user's own, without the parts. */
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
        focus,
        List.of(),
        fileSize,
        stageArguments);
  }

  @Override
  public List<Part> parts() {
    return Objects.requireNonNullElse(parts, List.of());
  }

  /** What users have added to the arguments of stages. */
  public StageArguments added() {
    return Objects.requireNonNullElse(stageArguments, StageArguments.NONE);
  }

  /** All stages that are started. */
  public List<String> allStages() {
    return Stream.concat(stages.stream(), parts().stream().flatMap(part -> part.stages().stream()))
        .distinct()
        .toList();
  }

  /** The most users of all. */
  public int mostUsers() {
    return Stream.concat(
            stages.isEmpty() ? Stream.of() : users.stream(),
            parts().stream().flatMap(part -> part.users().stream()))
        .mapToInt(Integer::intValue)
        .max()
        .orElse(1);
  }

  /** The part of a run; empty if it compares stages. */
  Optional<Part> part(SweepRun run) {
    return parts().stream().filter(part -> part.name().equals(run.part())).findFirst();
  }

  /**
   * Whether a run does the work that the claims are about: with the handler of the experiment, and
   * without arguments of the user.
   */
  boolean doesTheWork(SweepRun run) {
    if (added().changes(run.stage())) {
      return false;
    }
    return run.part() == null ? isOurWork() : part(run).map(Part::isOriginal).orElse(false);
  }

  private boolean isOurWork() {
    return Stream.of(SLOW_HANDLER, SCALE, FAN_OUT)
        .anyMatch(
            own ->
                own.name.equals(name)
                    && own.arguments.equals(arguments)
                    && own.path.equals(path)
                    && fileSize == null);
  }

  /**
   * The number of users in the warm-up: one in the middle of the plan. Fewer if a reactor or the
   * only thread waits in the handler, because it would still serve the users of the warm-up long
   * after they have left.
   */
  int warmUpUsers(SweepRun run) {
    List<Integer> its = part(run).map(Part::users).orElse(users);
    int middle = its.get(its.size() / 2);
    boolean waits = arguments(run).contains("--simulate-io") && ONE_AT_A_TIME.contains(run.stage());
    return waits ? Math.min(middle, FEW_USERS) : middle;
  }

  /** What a run asks for. */
  String path(SweepRun run) {
    return part(run).map(Part::path).orElse(path);
  }

  /** The size of the only file that its server has; empty for the sample site. */
  Optional<Long> fileSize(SweepRun run) {
    return part(run)
        .map(its -> Optional.ofNullable(its.fileSize()))
        .orElse(Optional.ofNullable(fileSize));
  }

  /** The arguments of its server. */
  List<String> arguments(SweepRun run) {
    List<String> its =
        part(run).map(one -> one.own().of(run.stage(), one.arguments())).orElse(arguments);
    return added().of(run.stage(), its);
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
        path(run),
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
