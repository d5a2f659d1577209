package tailgate.content.cache;

import java.time.Duration;

/** Settings for tests: the default ones but for a few. */
public final class SomeSettings {

  private SomeSettings() {}

  public static CacheSettings of(long capacity, long maxFileSize, Duration revalidate) {
    CacheSettings usual = CacheSettings.DEFAULT;
    return new CacheSettings(usual.mode(), capacity, usual.maxEntries(), maxFileSize, revalidate);
  }
}
