package tailgate.server.connection;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Whether the cap on connections is reached, or no descriptor is left for one more. Logs it once
 * when it begins, and once when a tenth of the connections and descriptors is free again.
 * Thread-safe.
 */
public final class CapState {

  private static final Logger LOG = SafeLogger.of(CapState.class);

  private final ConnectionLimit limit;

  /** Volatile: set by threads that accept, cleared by the sweeper. */
  private volatile boolean reached;

  /** Whether no idle connection could be ended. Volatile, as above. */
  private volatile boolean refusing;

  CapState(ConnectionLimit limit) {
    this.limit = limit;
  }

  /** The most connections that may be open, as far as there are descriptors. */
  public int max() {
    return limit.max();
  }

  /** A client came when there was no permit. */
  void reached(boolean roomWillBeMade) {
    refusing = !roomWillBeMade;
    if (!reached) {
      reached = true;
      LOG.warn(
          limit.freeDescriptors() > 0
              ? "all {} connections of --max-connections are open; {}"
              : "{} connections are open, and no descriptor is left for one more (ulimit -n); {}",
          limit.taken(),
          roomWillBeMade ? "idle ones are closed for new ones" : "new ones wait or get a 503");
    }
  }

  /**
   * Finds out whether the cap is still reached.
   *
   * @param idle whether room could be made now
   */
  void sweep(BooleanSupplier idle) {
    if (refusing && (limit.hasFree(0) || idle.getAsBoolean())) {
      refusing = false;
    }
    if (reached && limit.hasFree(10)) {
      reached = false;
      LOG.info("there is room for more connections again");
    }
  }

  /** Whether a client came when there was no permit, and about as many are open now. */
  public boolean isReached() {
    return reached;
  }

  /** Whether new clients have to wait or are rejected. */
  public boolean isRefusing() {
    return refusing;
  }
}
