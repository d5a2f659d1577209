package tailgate.content.cache;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tailgate.content.file.FileReader;
import tailgate.content.file.FileSource;
import tailgate.http.ContentCoding;
import tailgate.http.Representation;

/**
 * The variant of a kept file for gzip, made when the first client comes that would choose it: many
 * files are never asked for by such a client, and many do not stay in memory for long.
 *
 * <pre>
 *   NEW --claimed by one thread--> MAKING --> MADE, or NOT WORTH IT
 * </pre>
 *
 * <p>In all states but MADE the file goes as it is, also to those who come while the one thread is
 * at it: nobody waits. It is worth it if it saves half, so that the room for it can be reserved
 * when the file is read.
 *
 * <p>Thread-safe.
 */
final class GzipVariant {

  private final FileReader reader;
  private final FileSource source;
  private final ByteBuffer bytes;
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** Volatile: written once, by whoever has claimed it. */
  private volatile @Nullable Representation made;

  /** Of the file that was read from {@code source} and has these bytes. */
  GzipVariant(FileReader reader, FileSource source, ByteBuffer bytes) {
    this.reader = reader;
    this.source = source;
    this.bytes = bytes;
  }

  /** Bytes that it has at most, if the file has so many. */
  static long reserved(long size) {
    return size / 2;
  }

  /** Bytes that are reserved for it. */
  long reserved() {
    return reserved(bytes.remaining());
  }

  /**
   * The variant, or null where there is none yet, or never will be. Makes no garbage once it is.
   */
  @Nullable Representation get() {
    Representation variant = made;
    if (variant == null && !claimed.getPlain() && claimed.compareAndSet(false, true)) {
      variant = make();
      made = variant;
    }
    return variant;
  }

  private @Nullable Representation make() {
    try {
      ByteBuffer smaller = Gzip.atMost(bytes, reserved());
      return smaller == null
          ? null
          : reader.inMemory(source.in(ContentCoding.GZIP), FileReader.placed(smaller));
    } catch (OutOfMemoryError e) {
      return null; // the file as it is needs no more
    }
  }
}
