package tailgate.adaptivepool;

import java.time.Instant;
import tailgate.adaptivepool.policy.Cause;
import tailgate.metrics.PoolResize;
import tailgate.metrics.PoolResizes;

/** The default listener: remembers the latest resizes, and logs each in one line at debug level. */
record ResizeLog(PoolResizes<Cause> resizes) implements ResizeListener {

  @Override
  public void resized(Resize resize) {
    resizes.add(
        new PoolResize<>(
            Instant.now(), resize.from(), resize.to(), resize.cause(), resize.reason()));
    PoolLog.LOG.debug(
        "{} -> {} workers: {} ({})", resize.from(), resize.to(), resize.reason(), resize.sample());
  }
}
