package tailgate.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;

/** Several bodies that are sent as one. */
final class BodySequence implements Body.Transfer {

  private final List<Body> parts;
  private final long length;
  private final Closeable source;

  /**
   * The parts in their order.
   *
   * @param source what the parts are taken from; closed with this
   */
  BodySequence(List<Body> parts, Closeable source) {
    this.parts = List.copyOf(parts);
    this.length = parts.stream().mapToLong(Body::length).sum();
    this.source = source;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    Position at = find(position);
    return switch (at.part) {
      case Body.Bytes(ByteBuffer bytes) -> target.write(rest(bytes, at.offset, count));
      case Body.Transfer transfer -> transfer.transferTo(at.offset, count, target);
    };
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    Position at = find(position);
    return switch (at.part) {
      case Body.Bytes(ByteBuffer bytes) -> {
        ByteBuffer rest = rest(bytes, at.offset, into.remaining());
        int n = rest.remaining();
        into.put(rest);
        yield n;
      }
      case Body.Transfer transfer -> transfer.read(at.offset, into);
    };
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  private record Position(Body part, long offset) {}

  private Position find(long position) {
    long offset = position;
    for (Body part : parts) {
      if (offset < part.length()) {
        return new Position(part, offset);
      }
      offset -= part.length();
    }
    throw new IndexOutOfBoundsException(position + " of " + length);
  }

  private static ByteBuffer rest(ByteBuffer bytes, long offset, long limit) {
    int from = (int) offset;
    return bytes.slice(bytes.position() + from, (int) Math.min(limit, bytes.remaining() - from));
  }
}
