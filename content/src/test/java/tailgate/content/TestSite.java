package tailgate.content;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.Site;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;

/** What a server answers with, for one test: the files below a folder, as users have them. */
public final class TestSite {

  private TestSite() {}

  /** A handler that serves the files below {@code root}. */
  public static Handler files(Path root) {
    return files(site(root));
  }

  /** Such a handler that lists the folders without an index, too. */
  public static Handler listedFiles(Path root) {
    return files(site(root).listed());
  }

  private static Handler files(Site site) {
    return new FileHandler(
        site, CacheSettings.DEFAULT, Compression.DEFAULT, InstantSource.system(), System::nanoTime);
  }

  /** The error pages below {@code root}, looked at each time. */
  public static ErrorPages errorPages(Path root) {
    return new SiteErrorPages(
        site(root), MediaTypes.STANDARD, Duration.ZERO, InstantSource.system(), System::nanoTime);
  }

  private static Site site(Path root) {
    try {
      return new Site(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
