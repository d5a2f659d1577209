package tailgate.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once that connections cannot be accepted, and once that they can again, however often it is
 * tried in between. Confined to the accepting thread.
 */
final class AcceptErrorLog {

  private static final Logger LOG = LoggerFactory.getLogger(AcceptErrorLog.class);

  private boolean told;

  void log(Throwable cause) {
    if (!told) {
      told = true;
      LOG.warn("cannot accept connections, and goes on trying: {}", cause.toString());
    }
  }

  void over() {
    if (told) {
      told = false;
      LOG.info("accepts connections again");
    }
  }
}
