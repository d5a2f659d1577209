package tailgate.lab.run;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Ends what was started so far, the last first. A start that fails half-way so undoes itself, and
 * one that succeeds hands its closer over:
 *
 * <pre>
 *   try (Closer closer = new Closer()) {
 *     Process process = ...
 *     closer.add(() -> children.stop(process));
 *     awaitReady(process);
 *     return new RunningServer(..., closer.handOver());
 *   }
 * </pre>
 *
 * Confined to one thread.
 */
final class Closer implements AutoCloseable {

  private Deque<Runnable> ends = new ArrayDeque<>();

  /** Adds what ends something that was just started. */
  void add(Runnable end) {
    ends.push(end);
  }

  /** Returns a closer for all that this one would end, which then ends nothing. */
  Closer handOver() {
    Closer heir = new Closer();
    heir.ends = ends;
    ends = new ArrayDeque<>();
    return heir;
  }

  /** Ends all of it, also if one of the ends fails. */
  @Override
  public void close() {
    while (!ends.isEmpty()) {
      Runnable end = ends.pop();
      try {
        end.run();
      } catch (RuntimeException | Error e) {
        close();
        throw e;
      }
    }
  }
}
