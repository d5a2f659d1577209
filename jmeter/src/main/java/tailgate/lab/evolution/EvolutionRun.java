package tailgate.lab.evolution;

import java.util.ArrayList;
import java.util.List;

/**
 * One stage with one cache.
 *
 * @param cache as its option {@code --cache} has it
 */
public record EvolutionRun(String stage, String cache) {

  /** What stages have unless they are told otherwise. */
  private static final String USUAL = "caffeine";

  /** All runs, in their order: with each cache the stages take turns. */
  public static List<EvolutionRun> all(List<String> stages, List<String> caches) {
    List<EvolutionRun> runs = new ArrayList<>();
    for (String cache : caches) {
      for (String stage : stages) {
        runs.add(new EvolutionRun(stage, cache));
      }
    }
    return runs;
  }

  /** As {@code threadpool} or {@code threadpool-none}. */
  public String folder() {
    return cache.equals(USUAL) ? stage : stage + "-" + cache;
  }

  public List<String> arguments() {
    return List.of("--cache", cache);
  }

  /** For people: {@code threadpool}, or {@code threadpool, no cache}. */
  public String name() {
    return cache.equals(USUAL) ? stage : stage + ", " + cacheInWords();
  }

  String cacheInWords() {
    return cache.equals("none") ? "no cache" : "cache " + cache;
  }
}
