package tailgate.adaptivepool;

import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.adaptivepool.policy.Cause;
import tailgate.metrics.PoolResize;
import tailgate.metrics.PoolResizes;

/**
 * The default listener: remembers the latest resizes for those who look, and writes one line at
 * debug level for each.
 */
record ResizeLog(PoolResizes<Cause> resizes) implements ResizeListener {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptivePool.class);

  @Override
  public void resized(Resize resize) {
    resizes.add(
        new PoolResize<>(
            Instant.now(), resize.from(), resize.to(), resize.cause(), resize.reason()));
    LOG.debug(
        "{} -> {} workers: {} ({})", resize.from(), resize.to(), resize.reason(), resize.sample());
  }
}
