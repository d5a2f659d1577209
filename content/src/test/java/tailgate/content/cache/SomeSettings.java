package tailgate.content.cache;

import java.time.Duration;

/** Settings for tests: the default ones but for a few. */
public final class SomeSettings {

  private SomeSettings() {}

  public static CacheSettings of(long capacity, long maxFileSize, Duration revalidate) {
    CacheSettings usual = CacheSettings.DEFAULT;
    return new CacheSettings(usual.mode(), capacity, usual.maxEntries(), maxFileSize, revalidate);
  }

  /** The default ones with this mode. */
  public static CacheSettings of(CacheMode mode) {
    return with(CacheSettings.DEFAULT, mode);
  }

  /** The same settings with another mode. */
  public static CacheSettings with(CacheSettings settings, CacheMode mode) {
    return new CacheSettings(
        mode,
        settings.capacity(),
        settings.maxEntries(),
        settings.maxFileSize(),
        settings.revalidate());
  }
}
