package tailgate.adaptivepool;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Calls the monitor to look at once.
 *
 * <p>Ringing costs one volatile read as long as an earlier ring has not been answered, which is
 * nearly always while there is anything to ring about. No ring is lost: a submitter changes the
 * queue, under its lock, and then rings; the monitor silences the bell and then looks at the queue,
 * under the same lock. If the submitter was first under the lock, the monitor sees its change. If
 * the monitor was, the submitter sees the bell silent and rings it.
 */
final class Bell {

  /** Volatile: set by submitters, cleared by the monitor. */
  private volatile boolean rung;

  /** Volatile: set by the monitor when it begins; unset before, when nobody waits yet. */
  private volatile @Nullable Thread answerer;

  /** Names the current thread as the one to wake. */
  void answerHere() {
    answerer = Thread.currentThread();
  }

  void ring() {
    if (!rung) {
      rung = true;
      wake();
    }
  }

  /** Ends the answerer's current park without asking it to look. */
  void wake() {
    LockSupport.unpark(answerer);
  }

  void silence() {
    rung = false;
  }

  boolean isRung() {
    return rung;
  }
}
