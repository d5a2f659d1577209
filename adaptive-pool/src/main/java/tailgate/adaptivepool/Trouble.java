package tailgate.adaptivepool;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs what went wrong, and never goes wrong itself. An exception can have a message that throws,
 * and a logger can run out of memory; neither may end the only thread that looks after a pool.
 * Makes no object of its own before it is safe.
 */
final class Trouble {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptivePool.class);

  private Trouble() {}

  static void tell(Level level, String message, Throwable cause) {
    try {
      LOG.atLevel(level).setCause(cause).log(message);
    } catch (Throwable loggersOwn) {
      // Nobody is left who could be told.
    }
  }
}
