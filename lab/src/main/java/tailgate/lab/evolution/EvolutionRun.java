package tailgate.lab.evolution;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Experiment;

/**
 * One stage with one cache.
 *
 * @param cache as its option {@code --cache} has it
 * @param block from 1; 0 in old runs, which were not made in blocks
 * @param twin whether it is of the A/A arm, which repeats another arm
 * @param cold whether the first user's request is the server's first, as in the Java evolution
 */
public record EvolutionRun(String stage, String cache, int block, boolean twin, boolean cold)
    implements Experiment.Run {

  /** A run after a warm-up. */
  public EvolutionRun(String stage, String cache, int block, boolean twin) {
    this(stage, cache, block, twin, false);
  }

  /** A run in no block. */
  public EvolutionRun(String stage, String cache) {
    this(stage, cache, 0, false);
  }

  /** The default of the stages. */
  private static final String USUAL = "caffeine";

  /** The arms that the claims are about; time is finite, so the others get fewer blocks. */
  private static final List<EvolutionRun> CLAIMED =
      List.of(
          new EvolutionRun("singlethreaded", "none"),
          new EvolutionRun("threadpool", "none"),
          new EvolutionRun("virtual-threads", "caffeine"),
          new EvolutionRun("virtual-threads", "none"));

  /** In how many blocks an arm takes part that no claim is about. */
  private static final int FEWER = 3;

  /** All runs once: with each cache all stages. */
  public static List<EvolutionRun> all(List<String> stages, List<String> caches) {
    return caches.stream()
        .flatMap(cache -> stages.stream().map(stage -> new EvolutionRun(stage, cache)))
        .toList();
  }

  /**
   * All runs: in each block the arms in random order, and one of them twice as the A/A arm, unless
   * there is only one block. The arms of the claims are in all blocks without a warm-up, if there
   * are such arms, because that is how they were measured; all arms with a warm-up are in fewer.
   *
   * @param cold whether there is no warm-up; both are tried if both are given
   */
  public static List<EvolutionRun> all(
      List<String> stages, List<String> caches, List<Boolean> cold, Blocks blocks) {
    List<EvolutionRun> arms = all(stages, caches);
    boolean claims = arms.stream().anyMatch(CLAIMED::contains);
    List<EvolutionRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      List<EvolutionRun> some = new ArrayList<>();
      for (EvolutionRun arm : arms) {
        boolean claimed = CLAIMED.contains(arm) || !claims;
        if (cold.contains(true) && (claimed || (block <= FEWER && cold.size() == 1))) {
          some.add(new EvolutionRun(arm.stage, arm.cache, block, false, true));
        }
        if (cold.contains(false) && (block <= FEWER || (claimed && cold.size() == 1))) {
          some.add(new EvolutionRun(arm.stage, arm.cache, block, false, false));
        }
      }
      if (blocks.count() > 1) {
        EvolutionRun twin = arms.stream().filter(CLAIMED::contains).findFirst().orElse(arms.get(0));
        some.add(new EvolutionRun(twin.stage, twin.cache, block, true, cold.contains(true)));
      }
      runs.addAll(blocks.shuffled(block, some));
    }
    return runs;
  }

  /** As {@code block-1/threadpool} or {@code block-1/threadpool-none-again}. */
  @Override
  public String folder() {
    return (block == 0 ? "" : "block-" + block + "/")
        + stage
        + (cache.equals(USUAL) ? "" : "-" + cache)
        + (cold ? "-cold" : "")
        + (twin ? "-again" : "");
  }

  /** For people: {@code threadpool}, or {@code threadpool, no cache}. */
  public String name() {
    return stage
        + (cache.equals(USUAL) ? "" : ", " + cacheInWords())
        + (cold ? ", cold" : "")
        + (twin ? " (A/A)" : "");
  }

  String cacheInWords() {
    return cache.equals("none") ? "no cache" : "cache " + cache;
  }
}
