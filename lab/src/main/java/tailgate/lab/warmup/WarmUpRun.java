package tailgate.lab.warmup;

import tailgate.lab.experiment.Experiment;

/**
 * One stage in a new JVM.
 *
 * @param cached whether the JVM has a cache of an earlier run of the stage
 * @param block from 1
 */
public record WarmUpRun(String stage, boolean cached, int block) implements Experiment.Run {

  /** As {@code block-1/threadpool-aot}. */
  @Override
  public String folder() {
    return "block-" + block + "/" + stage + (cached ? "-aot" : "");
  }

  /** All of them, because they share a generator. */
  @Override
  public String server() {
    return "generator";
  }

  /** For people: {@code threadpool, AOT cache}. */
  public String name() {
    return stage + (cached ? ", AOT cache" : "");
  }
}
