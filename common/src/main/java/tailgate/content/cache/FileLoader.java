package tailgate.content.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.content.file.Compression;
import tailgate.content.file.FileReader;
import tailgate.content.file.FileSource;
import tailgate.content.site.Found;
import tailgate.http.Body;
import tailgate.http.ContentCoding;
import tailgate.http.PathBytes;
import tailgate.http.Representation;

/** Reads files into memory, with all variants that clients may get. Thread-safe. */
final class FileLoader {

  private final FileReader reader;
  private final Compression compression;
  private final InstantSource clock;

  FileLoader(FileReader reader, Compression compression, InstantSource clock) {
    this.reader = reader;
    this.compression = compression;
    this.clock = clock;
  }

  /** Whether the variant depends on the codings that the client accepts, once the file is kept. */
  boolean varies(Found.RegularFile file) {
    return !file.siblings().isEmpty() || compression.gzips(file);
  }

  /** The memory that {@link #load} will take, including a variant that may be made later. */
  long weight(PathBytes key, Found.RegularFile file) {
    long size = file.fingerprint().size();
    long weight = size + CachedFile.overhead(key);
    for (Found.Sibling sibling : file.siblings()) {
      weight += sibling.fingerprint().size() + CachedFile.VARIANT_OVERHEAD;
    }
    return compression.gzips(file)
        ? weight + GzipVariant.reserved(size) + CachedFile.VARIANT_OVERHEAD
        : weight;
  }

  /**
   * Reads the file and its siblings.
   *
   * @param now nanoseconds of a clock before the disk was read
   * @return null if it changed while it was read
   */
  @Nullable CachedFile load(PathBytes key, Found.RegularFile file, long now) throws IOException {
    boolean settled = isSettled(file);
    Map<ContentCoding, Representation> variants = new EnumMap<>(ContentCoding.class);
    for (FileSource source : FileSource.allOf(file, varies(file)).values()) {
      Representation variant = reader.inMemory(source);
      if (variant == null) {
        return null;
      }
      variants.put(source.coding(), variant);
    }
    return new CachedFile(key, file, new Variants(variants, gzip(file, variants)), settled, now);
  }

  private @Nullable GzipVariant gzip(
      Found.RegularFile file, Map<ContentCoding, Representation> variants) {
    Representation identity = variants.get(ContentCoding.IDENTITY);
    return compression.gzips(file)
            && identity != null
            && identity.full().body() instanceof Body.Bytes(ByteBuffer bytes)
        ? new GzipVariant(reader, FileSource.of(file, true), bytes)
        : null;
  }

  /** Whether each later change of the files is sure to change their fingerprints. */
  private boolean isSettled(Found.RegularFile file) {
    Instant now = clock.instant();
    return file.fingerprint().isSettledAt(now)
        && file.siblings().stream().allMatch(s -> s.fingerprint().isSettledAt(now));
  }
}
