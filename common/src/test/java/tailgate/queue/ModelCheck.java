package tailgate.queue;

import org.jetbrains.kotlinx.lincheck.strategy.TimeoutFailure;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/** Lincheck's model checker. */
public final class ModelCheck {

  private ModelCheck() {}

  /**
   * Runs a scenario with different switches between its threads.
   *
   * <p>Lincheck takes an interleaving for a hang if it lasts 30 s. On a busy machine the first one
   * may last as long, because it instruments the classes. A real hang comes again: the checker
   * tries the same interleavings in the same order.
   *
   * @param interleavings how many of them to try; {@link ModelDepth} reduces the number
   */
  public static void explore(int interleavings, Runnable scenario) {
    try {
      Lincheck.runConcurrentTest(interleavings, scenario);
    } catch (LincheckAssertionError e) {
      if (!(e.getFailure$lincheck() instanceof TimeoutFailure)) {
        throw e;
      }
      Lincheck.runConcurrentTest(interleavings, scenario);
    }
  }
}
