package tailgate.adaptivepool;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Asks the monitor to look at the pool at once.
 *
 * <p>While the signal is already set, setting it again costs one volatile read. Under load it
 * nearly always is set already. No signal is lost: a submitter first changes the queue, under its
 * lock, and then sets the signal; the monitor first clears the signal and then looks at the queue,
 * under the same lock. If the submitter had the lock first, the monitor sees its change. If the
 * monitor had it first, the submitter sees a cleared signal and sets it.
 */
final class WakeSignal {

  /** Volatile: set by submitters, cleared by the monitor. */
  private volatile boolean set;

  /** Volatile: set by the monitor when it begins; null before, when no thread waits yet. */
  private volatile @Nullable Thread waiter;

  void wakesCurrentThread() {
    waiter = Thread.currentThread();
  }

  void set() {
    if (!set) {
      set = true;
      wake();
    }
  }

  /** Ends the waiter's current park without asking it to look. */
  void wake() {
    LockSupport.unpark(waiter);
  }

  void clear() {
    set = false;
  }

  boolean isSet() {
    return set;
  }
}
