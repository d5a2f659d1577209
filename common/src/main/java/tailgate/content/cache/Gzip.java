package tailgate.content.cache;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Compresses bytes in memory (RFC 1952). Deterministic. */
final class Gzip {

  private Gzip() {}

  /**
   * The compressed bytes, or null if there would be more than {@code limit}. Does not move {@code
   * bytes}.
   */
  static @Nullable ByteBuffer atMost(ByteBuffer bytes, long limit) {
    var compressed = new ByteArrayOutputStream(bytes.remaining() / 2);
    try (var gzip = new GZIPOutputStream(compressed);
        var target = Channels.newChannel(gzip)) {
      target.write(bytes.duplicate());
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
    return compressed.size() <= limit ? ByteBuffer.wrap(compressed.toByteArray()) : null;
  }
}
