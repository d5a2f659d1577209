package tailgate.server.listen;

import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Logs once that connections cannot be accepted, and once that they can again, however many
 * attempts there are in between. Confined to the accepting thread.
 */
final class AcceptErrorLog {

  private static final Logger LOG = SafeLogger.of(AcceptErrorLog.class);

  private boolean failing;

  void log(Throwable cause) {
    if (!failing) {
      failing = true;
      LOG.warn("cannot accept connections, and goes on trying: {}", cause.toString());
    }
  }

  void over() {
    if (failing) {
      failing = false;
      LOG.info("accepts connections again");
    }
  }
}
