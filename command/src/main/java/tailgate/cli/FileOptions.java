package tailgate.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.content.FileHandler;
import tailgate.content.SiteErrorPages;
import tailgate.content.cache.CacheMode;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.file.CompressionMode;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.BundledSite;
import tailgate.content.site.FileThreads;
import tailgate.content.site.Site;
import tailgate.http.Handler;

/** Options for the served folder, the cache and compression. */
final class FileOptions {

  private static final Path DEFAULT_ROOT = Path.of("www");

  @Option(
      names = {"-r", "--root"},
      paramLabel = "DIR",
      description = "Folder to serve. (./www if it exists, else a sample site)")
  @Nullable Path root;

  @Option(
      names = "--listing",
      negatable = true,
      defaultValue = "false",
      description = "List the content of folders without index.html. (off)")
  boolean listing;

  @Option(
      names = "--cache",
      paramLabel = "MODE",
      defaultValue = "caffeine",
      description =
          "Which files stay in memory. none; pinned: all, from the start; lru: the most recently"
              + " used, under a reader-writer lock; caffeine: those likely to be used again,"
              + " without a lock. (${DEFAULT-VALUE})")
  CacheMode cacheMode = CacheSettings.DEFAULT.mode();

  @Option(
      names = "--cache-size",
      paramLabel = "SIZE",
      defaultValue = "64MiB",
      description =
          "Memory for cached files, at most 3/4 of -Xmx; 0 reads the disk each time."
              + " (${DEFAULT-VALUE})")
  Size cacheSize = new Size(CacheSettings.DEFAULT.capacity());

  @Option(
      names = "--cache-entries",
      paramLabel = "COUNT",
      defaultValue = "4096",
      description = "Maximum number of files that lru keeps. (${DEFAULT-VALUE})")
  int cacheEntries = CacheSettings.DEFAULT.maxEntries();

  @Option(
      names = "--cache-max-file",
      paramLabel = "SIZE",
      defaultValue = "1MiB",
      description = "Maximum size of a cached file. (${DEFAULT-VALUE})")
  Size cacheMaxFile = new Size(CacheSettings.DEFAULT.maxFileSize());

  @Option(
      names = "--cache-revalidate",
      paramLabel = "TIME",
      defaultValue = "1s",
      description =
          "How long a cached file is fresh before the disk is checked again. (${DEFAULT-VALUE})")
  Duration cacheRevalidate = CacheSettings.DEFAULT.revalidate();

  @Option(
      names = "--compression",
      paramLabel = "MODE",
      defaultValue = "auto",
      description =
          "What is sent compressed to clients that accept it. siblings: files name.br and name.gz"
              + " beside name; auto: those, and cached text by gzip; off. (${DEFAULT-VALUE})")
  CompressionMode compressionMode = Compression.DEFAULT.mode();

  @Option(
      names = "--compression-min-file",
      paramLabel = "SIZE",
      defaultValue = "1KiB",
      description = "Minimum size of a file that auto compresses. (${DEFAULT-VALUE})")
  Size compressionMinFile = new Size(Compression.DEFAULT.minSize());

  @Option(
      names = "--media-types",
      paramLabel = "FILE",
      description =
          "More media types, which override those of the server: lines of a type and the suffixes"
              + " of its files, such as 'text/plain txt log'. (none)")
  @Nullable Path mediaTypes;

  /**
   * The handler for the files.
   *
   * @param threads how many threads read files for virtual threads
   * @param warn gets a message if the cache is smaller than requested
   */
  ServedContent serve(int threads, Consumer<String> warn) {
    fitCache(JavaMemory.maxBytes(), warn);
    MediaTypes types = mediaTypes();
    FileThreads readers = FileThreads.of(threads);
    Site site = site().readBy(readers);
    FileHandler handler = fileHandler(site, cache(), types);
    var errorPages =
        new SiteErrorPages(site, types, cacheRevalidate, InstantSource.system(), System::nanoTime);
    return new ServedContent(
        handler,
        errorPages,
        handler::cacheStatistics,
        site::hasRoot,
        List.of(
            new Banner.Line("cache", describeCache()),
            new Banner.Line("root", describe(site) + inWords(threads))),
        readers::close);
  }

  /** Files of the sample site, as {@link #serve} would serve them. All of them need not fit. */
  Handler sample() {
    CacheSettings cache = cacheMode == CacheMode.PINNED ? CacheSettings.DEFAULT : cache();
    try {
      return fileHandler(new Site(BundledSite.root()), cache, MediaTypes.STANDARD);
    } catch (IOException e) {
      throw new StartupException("cannot read the sample site", e);
    }
  }

  private FileHandler fileHandler(Site site, CacheSettings cache, MediaTypes types) {
    return new FileHandler(
        site, cache, compression(), types, InstantSource.system(), System::nanoTime);
  }

  private MediaTypes mediaTypes() {
    try {
      return mediaTypes == null ? MediaTypes.STANDARD : MediaTypes.with(mediaTypes);
    } catch (IOException e) {
      throw new StartupException("cannot read " + mediaTypes, e);
    }
  }

  CacheSettings cache() {
    return new CacheSettings(
        cacheMode, cacheSize.bytes(), cacheEntries, cacheMaxFile.bytes(), cacheRevalidate);
  }

  /**
   * Makes the cache smaller if the JVM does not have so much memory. A quarter is left for all
   * else. Most of that is the content of evicted files that is still being sent or not yet
   * collected. Without it each miss would wait for the garbage collector.
   *
   * @param javaMaxBytes bytes that Java may use, see {@link JavaMemory}
   * @param warn gets a message if the cache gets smaller
   */
  void fitCache(long javaMaxBytes, Consumer<String> warn) {
    Size wanted = cacheSize;
    Size max = Size.ofMebibytes(javaMaxBytes / 4 * 3);
    if (cacheMode != CacheMode.NONE && wanted.bytes() > max.bytes()) {
      cacheSize = max;
      warn.accept(
          "a cache of %s does not fit into the %s that Java may use (-Xmx): reduced to %s"
              .formatted(wanted, Size.ofMebibytes(javaMaxBytes), max));
    }
  }

  Compression compression() {
    return new Compression(compressionMode, compressionMinFile.bytes());
  }

  private Site site() {
    Path folder = root != null ? root : DEFAULT_ROOT;
    try {
      Site site =
          root != null || Files.isDirectory(DEFAULT_ROOT)
              ? new Site(folder)
              : new Site(BundledSite.root());
      return listing ? site.listed() : site;
    } catch (IOException e) {
      throw new StartupException("cannot serve " + folder, e);
    }
  }

  private static String inWords(int threads) {
    return threads == 0 ? "" : ", read by --file-threads " + threads;
  }

  private String describe(Site site) {
    return root == null && !Files.isDirectory(DEFAULT_ROOT)
        ? "the sample site in this jar"
        : site.root().toString();
  }

  /** A description of the cache, for the banner. */
  String describeCache() {
    return cacheMode == CacheMode.NONE || cacheSize.bytes() == 0
        ? "none, every request reads the disk"
        : ValueFormat.name(cacheMode)
            + ", "
            + cacheSize
            + (cacheMode == CacheMode.LRU ? " and " + cacheEntries + " files" : "")
            + ", files up to "
            + cacheMaxFile
            + ", checked after "
            + ValueFormat.of(cacheRevalidate)
            + (compressionMode == CompressionMode.AUTO ? ", text gzipped on demand" : "");
  }
}
