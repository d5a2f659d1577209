package tailgate.content.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.content.file.Compression;
import tailgate.content.file.FileReader;
import tailgate.content.file.FileSource;
import tailgate.content.site.Found;
import tailgate.http.Body;
import tailgate.http.ContentCoding;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.log.SafeLogger;

/** Reads files into memory, with all variants that clients may get. Thread-safe. */
record FileLoader(FileReader reader, Compression compression, InstantSource clock) {

  private static final Logger LOG = SafeLogger.of(FileLoader.class);

  /** Whether the variant depends on the codings that the client accepts, once the file is kept. */
  boolean varies(Found.RegularFile file) {
    return !file.siblings().isEmpty() || gzips(file);
  }

  /** The memory that {@link #load} will take, including a variant that may be made later. */
  long weight(PathBytes key, Found.RegularFile file) {
    long size = file.fingerprint().size();
    long weight = size + CachedFile.overhead(key);
    for (Found.Sibling sibling : file.siblings()) {
      weight += sibling.fingerprint().size() + CachedFile.VARIANT_OVERHEAD;
    }
    return gzips(file) ? weight + GzipVariant.reserved(size) + CachedFile.VARIANT_OVERHEAD : weight;
  }

  /**
   * Reads the file and its siblings. A sibling that cannot be used is left out until it changes.
   *
   * @param now nanoseconds of a clock before the disk was read
   * @param siblingFailed is told why a sibling could not be read
   * @return null if it changed while it was read
   */
  @Nullable CachedFile load(
      PathBytes key, Found.RegularFile file, long now, Consumer<IOException> siblingFailed)
      throws IOException {
    boolean settled = isSettled(file);
    Map<ContentCoding, FileSource> sources = FileSource.allOf(file, varies(file));
    Representation identity =
        reader.inMemory(Objects.requireNonNull(sources.remove(ContentCoding.IDENTITY)));
    if (identity == null) {
      return null;
    }
    Map<ContentCoding, Representation> variants = new EnumMap<>(ContentCoding.class);
    variants.put(ContentCoding.IDENTITY, identity);
    for (FileSource source : sources.values()) {
      try {
        Representation variant = reader.inMemory(source);
        if (variant == null) {
          return null;
        }
        variants.put(source.coding(), variant);
      } catch (ZipException e) {
        LOG.warn("{}, so it is not sent", e.getMessage());
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        siblingFailed.accept(e);
        settled = false; // it is tried again
      }
    }
    List<Found.Sibling> usable =
        file.siblings().stream().filter(s -> variants.containsKey(s.coding())).toList();
    GzipVariant gzip = gzip(file.with(usable), identity);
    return new CachedFile(key, file, new Variants(variants, gzip), settled, now);
  }

  private @Nullable GzipVariant gzip(Found.RegularFile file, Representation identity) {
    return gzips(file) && identity.full().body() instanceof Body.Bytes(ByteBuffer bytes)
        ? new GzipVariant(reader, FileSource.of(file, true), bytes)
        : null;
  }

  private boolean gzips(Found.RegularFile file) {
    return compression.gzips(file, reader.mediaType(file));
  }

  /** Whether each later change of the files is sure to change their fingerprints. */
  private boolean isSettled(Found.RegularFile file) {
    Instant now = clock.instant();
    return file.fingerprint().isSettledAt(now)
        && file.siblings().stream().allMatch(s -> s.fingerprint().isSettledAt(now));
  }
}
