package tailgate.queue;

/**
 * How many interleavings a model check tries: a tenth of the full number, so that a build stays
 * short. {@code mvn -Pfull}, which CI runs, tries all of them.
 */
public final class ModelDepth {

  private static final boolean FULL = Boolean.getBoolean("model.full");

  private ModelDepth() {}

  /** The number to try where {@code full} is the full number, at least 1. */
  public static int of(int full) {
    return FULL ? full : Math.max(1, full / 10);
  }
}
