package tailgate.adaptivepool;

/**
 * Is called after every {@link Resize}, on the monitor thread. It must be quick and must not block:
 * while it runs, the pool keeps its size. The pool's {@code stop} interrupts it. With {@link
 * DecideBy#SUBMITTER} it is called by the thread that submits a task, all others that submit wait
 * for it, and nothing interrupts it.
 */
@FunctionalInterface
public interface ResizeListener {
  /** An exception is logged and counted, and has no other effect. */
  void resized(Resize resize);
}
