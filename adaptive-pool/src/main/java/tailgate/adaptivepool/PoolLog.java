package tailgate.adaptivepool;

import org.slf4j.Logger;
import org.slf4j.event.Level;
import tailgate.log.SafeLogger;

/**
 * The pool's log. Reporting a failure never fails itself: an exception can have a message that
 * throws, and a logger can run out of memory, but neither may end the only thread that manages a
 * pool. So {@link #failure} creates no object outside its try block.
 */
final class PoolLog {

  /** Named after the class that users know. */
  static final Logger LOG = SafeLogger.named("tailgate.adaptivepool.AdaptivePool");

  private PoolLog() {}

  static void failure(Level level, String message, Throwable cause) {
    try {
      LOG.atLevel(level).setCause(cause).log(message);
    } catch (Throwable loggersOwn) {
      // The log does not work, so there is nowhere to report this.
    }
  }
}
