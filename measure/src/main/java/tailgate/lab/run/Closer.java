package tailgate.lab.run;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Ends what was started so far, the last first. A start adds how each thing ends that it starts,
 * and closes the closer if it fails half-way; one that succeeds hands it over to what it returns.
 *
 * <p>Confined to one thread.
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
