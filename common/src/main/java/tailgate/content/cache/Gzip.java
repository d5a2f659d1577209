package tailgate.content.cache;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Compresses what is in memory (RFC 1952). The same bytes always give the same. */
final class Gzip {

  private Gzip() {}

  /** The bytes compressed, or null if they become more than {@code most}. They are not moved. */
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
