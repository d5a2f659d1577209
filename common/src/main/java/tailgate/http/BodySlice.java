package tailgate.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A part of a transferred body. Closing it closes the whole. */
final class BodySlice implements Body.Transfer {

  private final Body.Transfer whole;
  private final ByteRange range;

  private BodySlice(Body.Transfer whole, ByteRange range) {
    this.whole = whole;
    this.range = range;
  }

  /** The bytes of {@code range}, which lies within {@code whole}. */
  static Body of(Body whole, ByteRange range) {
    return switch (whole) {
      case Body.Bytes(ByteBuffer bytes) -> {
        int first = Math.toIntExact(bytes.position() + range.first());
        yield new Body.Bytes(bytes.slice(first, Math.toIntExact(range.length())));
      }
      case Body.Transfer transfer -> new BodySlice(transfer, range);
    };
  }

  @Override
  public long length() {
    return range.length();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return whole.transferTo(range.first() + position, Math.min(count, length() - position), target);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    int limit = (int) Math.min(into.remaining(), length() - position);
    return whole.read(range.first() + position, into.limit(into.position() + limit));
  }

  @Override
  public boolean holdsDescriptor() {
    return whole.holdsDescriptor();
  }

  @Override
  public void close() throws IOException {
    whole.close();
  }
}
