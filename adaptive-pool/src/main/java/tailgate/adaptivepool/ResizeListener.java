package tailgate.adaptivepool;

/** Hears of every {@link Resize}. Called on the monitor thread, so it should be quick. */
@FunctionalInterface
public interface ResizeListener {
  /** An exception is logged and otherwise ignored. */
  void resized(Resize resize);
}
