package tailgate.top;

import org.jspecify.annotations.Nullable;

/** Where samples are shown, one after the other. */
public sealed interface Display extends AutoCloseable
    permits FullScreen, JsonLines, Page, PlainLines {

  /**
   * Shows the latest.
   *
   * @param before the one before it; null for the first
   * @return whether somebody may still be looking
   */
  boolean show(@Nullable Sample before, Sample now);

  /** There is no latest, for this reason. */
  void away(String reason);

  /**
   * Leaves everything as it was found. May be called at any time, by any thread, more than once.
   */
  @Override
  void close();
}
