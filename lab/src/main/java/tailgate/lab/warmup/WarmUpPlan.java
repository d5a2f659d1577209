package tailgate.lab.warmup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.project.Project;

/**
 * What is tried: the same load from the first request of a JVM on.
 *
 * @param cached without a cache of the JVM, with one, or both
 * @param users of a closed load
 * @param duration of the load, in whole seconds
 * @param perSecond the rate of an open load; null for a closed one, as in old plans
 */
public record WarmUpPlan(
    List<String> stages,
    List<Boolean> cached,
    int users,
    Duration duration,
    Blocks blocks,
    @Nullable Double perSecond) {

  public static final String PATH = Project.DATA;
  public static final int USERS = 16;

  /** The minute that the rule of the steady state allows. */
  public static final Duration FULL = Duration.ofSeconds(60);

  public static final Duration QUICK = Duration.ofSeconds(15);

  /** In an open load, so many requests can wait for an answer at once. */
  private static final int MOST_WAITING = 256;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  public WarmUpPlan {
    stages = List.copyOf(stages);
    cached = List.copyOf(cached);
  }

  /** In each block all stages, with and without the cache, in random order. */
  public List<WarmUpRun> runs() {
    List<WarmUpRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      List<WarmUpRun> arms = new ArrayList<>();
      for (String stage : stages) {
        for (boolean with : cached) {
          arms.add(new WarmUpRun(stage, with, block));
        }
      }
      runs.addAll(blocks.shuffled(block, arms));
    }
    return runs;
  }

  /** How many connections the generator has at most. */
  int mostUsers() {
    return perSecond == null ? users : MOST_WAITING;
  }

  LoadSpec load(WarmUpRun run) {
    LoadSpec load =
        new LoadSpec(
            PATH,
            // A server that serves one connection at a time would serve the first user only.
            !run.stage().equals("singlethreaded"),
            mostUsers(),
            perSecond == null,
            List.of(Segment.of(Kind.STEADY, 1, perSecond == null ? 0 : perSecond, duration)),
            TIMEOUT.toMillis());
    return load.with(Arrivals.poisson(blocks.seed() + run.block()));
  }
}
