package tailgate.lab.warmup;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Experiment;

/**
 * One stage in a new JVM.
 *
 * @param cached whether the JVM has a cache of an earlier run of the stage
 * @param serverWarmUp for how long the server has answered requests of its own before the load,
 *     with {@code --warm-up}; null for none, as in old results
 * @param block from 1
 */
public record WarmUpRun(String stage, boolean cached, @Nullable Duration serverWarmUp, int block)
    implements Experiment.Run {

  /** As {@code block-1/threadpool-aot-warmed}. */
  @Override
  public String folder() {
    return "block-%d/%s%s%s"
        .formatted(block, stage, cached ? "-aot" : "", serverWarmUp == null ? "" : "-warmed");
  }

  /** All of them, because they share a generator. */
  @Override
  public String server() {
    return "generator";
  }

  /** For people: {@code threadpool, AOT cache, --warm-up 2s}. */
  public String name() {
    return stage + (cached ? ", AOT cache" : "") + (serverWarmUp == null ? "" : ", " + option());
  }

  /** The option of the server, if it has a warm-up of its own. */
  String option() {
    return serverWarmUp == null ? "" : format("--warm-up %ds", serverWarmUp.toSeconds());
  }
}
