package tailgate.lab.handoff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * What is tried. The numbers are those of the futex study: 50 connections, a file of 10 bytes,
 * 10,000 requests to warm up and three tests of 10,000 that count, at 16 and at 32 workers.
 * Connections are new ones; where they are kept, the hand-off is a larger part of each request.
 *
 * @param kinds as {@code --queue-kind} of the fixed pool has them
 * @param requests of a test, and as many before the first that do not count
 * @param trials the number of blocks
 * @param seed of the order of the blocks; 0 if the kinds took turns
 * @param keepAlive whether connections are kept; null in old plans, in which they were
 * @param tests at one warmed process; null in old plans, in which there was one
 * @param path what is requested; null for {@link #PATH}
 * @param fileSize of that file; null for 10 bytes, or for the sample site if there is a path
 * @param stageArguments what the user has added; null in old plans
 * @param computing how long a request on a new connection keeps the processor busy, as {@code
 *     --simulate-cpu} has it; null in old plans, in which it did not
 * @param threads of the generator, or {@link LoadSpec#ALL_CORES}; null in old plans, in which there
 *     were the study's eight
 */
public record HandoffPlan(
    List<String> kinds,
    List<Integer> workers,
    long requests,
    int trials,
    long seed,
    @Nullable List<Boolean> keepAlive,
    @Nullable Integer tests,
    @Nullable String path,
    @Nullable Long fileSize,
    @Nullable StageArguments stageArguments,
    @Nullable String computing,
    @Nullable Integer threads) {

  /** The kind that the others are compared with, and that the A/A arm repeats. */
  private static final String TWIN = "lock";

  public static final List<String> KINDS =
      List.of("lock", "array", "linked", "transfer", "semaphores", "park");

  /** The kinds that claims are about. The others get fewer blocks, to save time. */
  private static final List<String> CLAIMED = List.of("lock", "semaphores", "park");

  private static final int FEWER_BLOCKS = 3;

  private static final int TESTS = 3;

  /**
   * With this, a server of ours with one processor answers about as many requests on new
   * connections as those of the futex study did. Without it, the load generator would be the limit.
   */
  private static final String COMPUTING = "100us";

  public static final HandoffPlan FULL =
      new HandoffPlan(KINDS, List.of(16, 32), 10_000, 10, 0)
          .working(List.of(false), TESTS, null, null, StageArguments.NONE);

  /** The kinds that the claims are about. */
  public static final HandoffPlan QUICK =
      new HandoffPlan(CLAIMED, List.of(16, 32), 10_000, 1, 0)
          .working(List.of(false), TESTS, null, null, StageArguments.NONE);

  /** The stage that has a choice of queues. */
  public static final String STAGE = "threadpool";

  /** What every request asks for. */
  public static final String PATH = "/ten.txt";

  public static final String TEN_BYTES = "ten bytes\n";

  /** More would take hours. */
  public static final long MOST_REQUESTS = 200_000;

  static final int CONNECTIONS = 50;

  /** Those of the futex study's load generator, and of old plans. */
  private static final int STUDYS_THREADS = 8;

  static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A slower run counts as stuck; its time limit is 20 s longer. */
  private static final int FEWEST_PER_SECOND = 2_000;

  public HandoffPlan {
    kinds = List.copyOf(kinds);
    keepAlive = keepAlive == null ? null : List.copyOf(keepAlive);
    workers = List.copyOf(workers);
    if (requests < 1 || requests > MOST_REQUESTS) {
      throw new IllegalArgumentException("1 to " + MOST_REQUESTS + " requests, not " + requests);
    }
    if (trials < 1) {
      throw new IllegalArgumentException("trials must be at least 1, not " + trials);
    }
  }

  /** On kept connections, with one test at each process. */
  public HandoffPlan(
      List<String> kinds, List<Integer> workers, long requests, int trials, long seed) {
    this(
        kinds,
        workers,
        requests,
        trials,
        seed,
        null,
        null,
        null,
        null,
        null,
        COMPUTING,
        LoadSpec.ALL_CORES);
  }

  /** The same with other work. */
  public HandoffPlan working(
      List<Boolean> kept,
      int someTests,
      @Nullable String aPath,
      @Nullable Long size,
      StageArguments more) {
    return new HandoffPlan(
        kinds, workers, requests, trials, seed, kept, someTests, aPath, size, more, computing,
        threads);
  }

  /** The same with another seed. */
  public HandoffPlan in(Blocks blocks) {
    return new HandoffPlan(
        kinds,
        workers,
        requests,
        blocks.count(),
        blocks.seed(),
        keepAlive,
        tests,
        path,
        fileSize,
        stageArguments,
        computing,
        threads);
  }

  /** Whether connections are kept; one value, or both. */
  public List<Boolean> connections() {
    return Objects.requireNonNullElse(keepAlive, List.of(true));
  }

  /** How many tests each process gets. */
  public int testsOfEach() {
    return Objects.requireNonNullElse(tests, 1);
  }

  /**
   * How many threads of the generator drive the load. More than it has processors only divide the
   * users among more loops, and it can do less: 11,000 requests a second with eight on one
   * processor, 17,000 with one.
   */
  int driving() {
    return Objects.requireNonNullElse(threads, STUDYS_THREADS);
  }

  /** What every request asks for. */
  public String resource() {
    return Objects.requireNonNullElse(path, PATH);
  }

  /** What users have added to the arguments of the stage. */
  public StageArguments added() {
    return Objects.requireNonNullElse(stageArguments, StageArguments.NONE);
  }

  /** Whether the claims are about the work of this run. */
  boolean doesTheWork(HandoffRun run) {
    return path == null
        && fileSize == null
        && !added().changes(STAGE)
        && (!run.newConnections() || COMPUTING.equals(computing));
  }

  /** The arguments of its server. */
  List<String> arguments(HandoffRun run) {
    List<String> its = new ArrayList<>(run.arguments());
    if (run.newConnections() && computing != null) {
      its.addAll(List.of("--simulate-cpu", computing));
    }
    return added().of(STAGE, its);
  }

  /** All runs: in each block the arms in random order, with an A/A arm if there are several. */
  public List<HandoffRun> runs() {
    List<HandoffRun> runs = new ArrayList<>();
    for (int block = 1; block <= trials; block++) {
      runs.addAll(new Blocks(trials, seed).shuffled(block, arms(block)));
    }
    return runs;
  }

  private List<HandoffRun> arms(int block) {
    List<HandoffRun> arms = new ArrayList<>();
    List<String> some = kinds.stream().filter(CLAIMED::contains).toList();
    List<String> its = block <= FEWER_BLOCKS || some.isEmpty() ? kinds : some;
    for (boolean kept : connections()) {
      for (int count : workers) {
        for (String kind : its) {
          arms.add(new HandoffRun(kind, count, block, false, !kept));
        }
        if (settles()) {
          String twin = its.contains(TWIN) ? TWIN : its.get(0);
          arms.add(new HandoffRun(twin, count, block, true, !kept));
        }
      }
    }
    return arms;
  }

  /** Whether a server is warmed until it has settled; not in a quick look at one block. */
  boolean settles() {
    return trials > 1;
  }

  /** The load of a run. */
  public LoadSpec load(HandoffRun run) {
    Duration most = Duration.ofSeconds(20 + requests / FEWEST_PER_SECOND);
    List<Segment> segments = new ArrayList<>();
    segments.add(Segment.counted(Kind.WARM_UP, requests, most));
    for (int test = 1; test <= testsOfEach(); test++) {
      double perSecond = requests * 1e3 / most.toMillis();
      segments.add(new Segment(Kind.STEADY, test, perSecond, most.toMillis()));
    }
    return new LoadSpec(
        resource(),
        !run.newConnections(),
        CONNECTIONS,
        Model.COUNTED,
        segments,
        TIMEOUT.toMillis(),
        driving());
  }
}
