package tailgate.adaptivepool;

/**
 * Hears of every {@link Resize}. Called on the monitor thread, so it must be quick and must not
 * block: while it does, the pool keeps its size. {@link AdaptivePool#shutdownNow} interrupts it.
 */
@FunctionalInterface
public interface ResizeListener {
  /** An exception is logged and otherwise ignored. */
  void resized(Resize resize);
}
