package tailgate.queue;

/**
 * How many interleavings a model check tries, or how many seconds a long simulation covers: a tenth
 * of the full number, so that a build stays short. {@code mvn -Pfull} does all of it; CI does a
 * part, because it has 20 minutes.
 */
public final class ModelDepth {

  private static final int PERCENT = Integer.getInteger("model.percent", 10);

  private ModelDepth() {}

  /** The number to try where {@code full} is the full number, at least 1. */
  public static int of(int full) {
    return Math.max(1, Math.toIntExact((long) full * PERCENT / 100));
  }
}
