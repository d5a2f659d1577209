package tailgate.queue;

/**
 * How many interleavings a model check tries, or how many seconds a long simulation covers: a tenth
 * of the full number, so that a build stays short. {@code mvn -Pfull}, which CI runs, does all of
 * it.
 */
public final class ModelDepth {

  private static final boolean FULL = Boolean.getBoolean("model.full");

  private ModelDepth() {}

  /** The number to try where {@code full} is the full number, at least 1. */
  public static int of(int full) {
    return FULL ? full : Math.max(1, full / 10);
  }
}
