package tailgate.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;

/** Bodies one after the other, as one. */
final class BodySequence implements Body.Transfer {

  private final List<Body> parts;
  private final long length;
  private final Closeable source;

  /**
   * The parts in their order.
   *
   * @param source what they are taken from; closed with this
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
    Place place = find(position);
    return switch (place.part) {
      case Body.Bytes(ByteBuffer bytes) -> target.write(rest(bytes, place.offset, count));
      case Body.Transfer transfer -> transfer.transferTo(place.offset, count, target);
    };
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    Place place = find(position);
    return switch (place.part) {
      case Body.Bytes(ByteBuffer bytes) -> {
        ByteBuffer rest = rest(bytes, place.offset, into.remaining());
        int n = rest.remaining();
        into.put(rest);
        yield n;
      }
      case Body.Transfer transfer -> transfer.read(place.offset, into);
    };
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  private record Place(Body part, long offset) {}

  private Place find(long position) {
    long offset = position;
    for (Body part : parts) {
      if (offset < part.length()) {
        return new Place(part, offset);
      }
      offset -= part.length();
    }
    throw new IndexOutOfBoundsException(position + " of " + length);
  }

  private static ByteBuffer rest(ByteBuffer bytes, long offset, long most) {
    int from = (int) offset;
    return bytes.slice(bytes.position() + from, (int) Math.min(most, bytes.remaining() - from));
  }
}
