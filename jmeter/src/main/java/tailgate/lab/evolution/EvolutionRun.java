package tailgate.lab.evolution;

import java.util.List;
import tailgate.lab.experiment.Experiment;

/**
 * One stage with one cache.
 *
 * @param cache as its option {@code --cache} has it
 */
public record EvolutionRun(String stage, String cache) implements Experiment.Run {

  /** The default of the stages. */
  private static final String USUAL = "caffeine";

  /** All runs, in their order: with each cache the stages take turns. */
  public static List<EvolutionRun> all(List<String> stages, List<String> caches) {
    return caches.stream()
        .flatMap(cache -> stages.stream().map(stage -> new EvolutionRun(stage, cache)))
        .toList();
  }

  /** As {@code threadpool} or {@code threadpool-none}. */
  @Override
  public String folder() {
    return cache.equals(USUAL) ? stage : stage + "-" + cache;
  }

  /** For people: {@code threadpool}, or {@code threadpool, no cache}. */
  public String name() {
    return cache.equals(USUAL) ? stage : stage + ", " + cacheInWords();
  }

  String cacheInWords() {
    return cache.equals("none") ? "no cache" : "cache " + cache;
  }
}
