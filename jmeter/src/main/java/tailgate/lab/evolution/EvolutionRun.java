package tailgate.lab.evolution;

import java.util.List;
import tailgate.lab.experiment.Experiment;

/**
 * One stage with one cache.
 *
 * @param cache as its option {@code --cache} has it
 * @param block from 1; 0 in old runs, which were not made in blocks
 * @param twin whether it is of the A/A arm, which repeats another arm
 */
public record EvolutionRun(String stage, String cache, int block, boolean twin)
    implements Experiment.Run {

  /** A run in no block. */
  public EvolutionRun(String stage, String cache) {
    this(stage, cache, 0, false);
  }

  /** The default of the stages. */
  private static final String USUAL = "caffeine";

  /** All runs, in their order: with each cache the stages take turns. */
  public static List<EvolutionRun> all(List<String> stages, List<String> caches) {
    return caches.stream()
        .flatMap(cache -> stages.stream().map(stage -> new EvolutionRun(stage, cache)))
        .toList();
  }

  /** As {@code block-1/threadpool} or {@code block-1/threadpool-none-again}. */
  @Override
  public String folder() {
    return (block == 0 ? "" : "block-" + block + "/")
        + stage
        + (cache.equals(USUAL) ? "" : "-" + cache)
        + (twin ? "-again" : "");
  }

  /** For people: {@code threadpool}, or {@code threadpool, no cache}. */
  public String name() {
    return stage + (cache.equals(USUAL) ? "" : ", " + cacheInWords()) + (twin ? " (A/A)" : "");
  }

  String cacheInWords() {
    return cache.equals("none") ? "no cache" : "cache " + cache;
  }
}
