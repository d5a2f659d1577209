package tailgate.lab.choose;

import java.util.Comparator;
import java.util.List;

/**
 * Which of several candidates to take if they can do the same: that of which the fewest things have
 * to be right.
 *
 * <ol>
 *   <li>A fixed pool of its default size: it is bounded, and everybody knows it.
 *   <li>Virtual threads: there is no number to choose.
 *   <li>A fixed pool of another size: the number was right for this wait and these cores.
 *   <li>A thread for each connection: idle connections cost whole threads.
 *   <li>An adaptive pool: a policy that may guess wrong.
 *   <li>An event loop: no handler may ever wait.
 *   <li>One thread: a single slow client stops all others.
 *   <li>Another server: what it can do beside this handler would be lost or new.
 * </ol>
 */
final class Simplicity {

  private static final List<String> STAGES =
      List.of(
          "threadpool",
          "virtual-threads",
          "threadpool, sized",
          "thread-per-request",
          "adaptive-pool",
          "adaptive-pool, sized",
          "event-loop",
          "singlethreaded");

  /** A reactor that one request holds for longer delays all its connections. */
  private static final double LONG_MICROS = 1_000;

  private Simplicity() {}

  /** Orders candidates, the simplest first; stages that are not known come last. */
  static Comparator<Row> order() {
    return Comparator.comparingInt(Simplicity::place);
  }

  private static int place(Row row) {
    int place = STAGES.indexOf(row.stage() + (row.arm().sized() ? ", sized" : ""));
    return place < 0 ? STAGES.size() : place;
  }

  /** Returns whether a candidate may be recommended although others can do the same. */
  static boolean isSafe(Row row) {
    return switch (row.stage()) {
      case "singlethreaded" -> false;
      case "event-loop" -> row.heldMicros() <= LONG_MICROS;
      default -> true;
    };
  }
}
