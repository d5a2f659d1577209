package tailgate.adaptivepool;

/**
 * Is called after every {@link Resize}, on the monitor thread. It must be quick and must not block:
 * while it runs, the pool keeps its size. The pool's {@code shutdownNow} interrupts it.
 */
@FunctionalInterface
public interface ResizeListener {
  /** An exception is logged and counted, and has no other effect. */
  void resized(Resize resize);
}
