package tailgate.content.cache;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import tailgate.content.file.FileReader;
import tailgate.content.file.FileSource;
import tailgate.http.ContentCoding;
import tailgate.http.Representation;

/**
 * The gzip variant of a kept file. It is made for the first client that would get it, because many
 * files are never requested by such a client, and many are evicted soon.
 *
 * <pre>
 *   NEW --claimed by one thread--> MAKING --> MADE, or NOT WORTH IT
 * </pre>
 *
 * <p>In all states but MADE the file is sent uncompressed, also to requests that arrive while one
 * thread is compressing. So no request waits. The variant is worth it if it is at most half as
 * large as the file. Memory for it is reserved when the file is read.
 *
 * <p>Thread-safe.
 *
 * <p>Tests: FileHandlerCompressionTest.
 */
final class GzipVariant {

  private final FileReader reader;
  private final FileSource source;
  private final ByteBuffer bytes;
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** Volatile: written once, by the thread that has claimed it. */
  private volatile @Nullable Representation made;

  /** The variant of a file that was read from {@code source} and has this content. */
  GzipVariant(FileReader reader, FileSource source, ByteBuffer bytes) {
    this.reader = reader;
    this.source = source;
    this.bytes = bytes;
  }

  /** Maximum size in bytes of the variant of a file of {@code size} bytes. */
  static long reserved(long size) {
    return size / 2;
  }

  /** Bytes that are reserved for it. */
  long reserved() {
    return reserved(bytes.remaining());
  }

  /**
   * The variant, or null if it is not made yet or never will be. Allocates nothing once it is made.
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
      ByteBuffer smaller = compressed();
      return smaller == null
          ? null
          : reader.inMemory(source.in(ContentCoding.GZIP), FileReader.placed(smaller));
    } catch (OutOfMemoryError e) {
      return null; // the uncompressed file needs no more memory
    }
  }

  /** The compressed bytes (RFC 1952), or null if there would be more than was reserved. */
  private @Nullable ByteBuffer compressed() {
    var compressed = new ByteArrayOutputStream(bytes.remaining() / 2);
    try (var gzip = new GZIPOutputStream(compressed);
        var target = Channels.newChannel(gzip)) {
      target.write(bytes.duplicate());
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
    return compressed.size() <= reserved() ? ByteBuffer.wrap(compressed.toByteArray()) : null;
  }
}
