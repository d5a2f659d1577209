package tailgate.lab.compare;

import tailgate.lab.experiment.Experiment;

/**
 * One variant in one block.
 *
 * @param at the name of its server
 * @param block from 1
 * @param twin whether it is of the A/A arm, which repeats another arm
 */
public record VariantRun(String variant, String at, int block, boolean twin)
    implements Experiment.Run {

  /** Returns a path such as {@code block-1/java-25-park/java-25-park}. */
  @Override
  public String folder() {
    return server() + "/" + file(variant);
  }

  @Override
  public String server() {
    return "block-" + block + "/" + file(at) + (twin ? "-again" : "");
  }

  /** Returns the name of the run for people. */
  String title() {
    return variant + (twin ? " (A/A)" : "");
  }

  private static String file(String name) {
    return name.replaceAll("[^A-Za-z0-9.]+", "-");
  }
}
