package tailgate.lab.handoff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * What is tried. The numbers are those of the futex study: 50 connections, 8 threads, a file of 10
 * bytes, 10,000 requests to warm up and 10,000 that count, at 16 and at 32 workers.
 *
 * @param kinds as {@code --queue-kind} of the fixed pool has them
 * @param requests that count, and as many before them that do not
 * @param trials the number of blocks
 * @param seed of the order of the blocks; 0 if the kinds took turns
 */
public record HandoffPlan(
    List<String> kinds, List<Integer> workers, long requests, int trials, long seed) {

  /** With which the others are compared, and which the A/A arm repeats. */
  private static final String TWIN = "lock";

  public static final List<String> KINDS =
      List.of("lock", "array", "linked", "transfer", "semaphores", "park");

  public static final HandoffPlan FULL = new HandoffPlan(KINDS, List.of(16, 32), 10_000, 10, 0);

  /** The kinds that the claims are about. */
  public static final HandoffPlan QUICK =
      new HandoffPlan(List.of("lock", "semaphores", "park"), List.of(16, 32), 10_000, 1, 0);

  /** The stage that has a choice of queues. */
  public static final String STAGE = "threadpool";

  /** What every request asks for. */
  public static final String PATH = "/ten.txt";

  public static final String TEN_BYTES = "ten bytes\n";

  /** More would take hours. */
  public static final long MOST_REQUESTS = 200_000;

  static final int CONNECTIONS = 50;
  static final int THREADS = 8;

  static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A slower run has got stuck. It gets 20 s on top. */
  private static final int FEWEST_PER_SECOND = 2_000;

  public HandoffPlan {
    kinds = List.copyOf(kinds);
    workers = List.copyOf(workers);
    if (requests < 1 || requests > MOST_REQUESTS) {
      throw new IllegalArgumentException("1 to " + MOST_REQUESTS + " requests, not " + requests);
    }
    if (trials < 1) {
      throw new IllegalArgumentException("trials must be at least 1, not " + trials);
    }
  }

  /** The same with another seed. */
  public HandoffPlan in(Blocks blocks) {
    return new HandoffPlan(kinds, workers, requests, blocks.count(), blocks.seed());
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
    for (int count : workers) {
      for (String kind : kinds) {
        arms.add(new HandoffRun(kind, count, block));
      }
      if (settles()) {
        String twin = kinds.contains(TWIN) ? TWIN : kinds.get(0);
        arms.add(new HandoffRun(twin, count, block, true));
      }
    }
    return arms;
  }

  /** Whether a server is warmed until it has settled; not in a quick look at one block. */
  boolean settles() {
    return trials > 1;
  }

  /** The load of every run. */
  public LoadSpec load() {
    Duration most = Duration.ofSeconds(20 + requests / FEWEST_PER_SECOND);
    return new LoadSpec(
        PATH,
        true,
        CONNECTIONS,
        Model.COUNTED,
        List.of(
            Segment.counted(Kind.WARM_UP, requests, most),
            Segment.counted(Kind.STEADY, requests, most)),
        TIMEOUT.toMillis(),
        THREADS);
  }
}
