package tailgate.adaptivepool;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The default listener: one line at debug level for every resize. */
final class ResizeLog implements ResizeListener {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptivePool.class);

  @Override
  public void resized(Resize resize) {
    LOG.debug(
        "{} -> {} workers: {} ({})", resize.from(), resize.to(), resize.reason(), resize.sample());
  }
}
