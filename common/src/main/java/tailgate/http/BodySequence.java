package tailgate.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.List;

/**
 * Several bodies that are sent as one. Short ones are sent together, so that many of them cost no
 * more calls and packets than one of their total length.
 */
final class BodySequence implements Body.Transfer {

  /** The most bytes that are copied for one write. What is longer is sent without a copy. */
  private static final int COPIED = 16 << 10;

  private final List<Body> parts;

  /** Where each part ends, exclusive. */
  private final long[] ends;

  private final Closeable source;

  /**
   * The parts in their order, none of them empty.
   *
   * @param source what the parts are taken from; closed with this
   */
  BodySequence(List<Body> parts, Closeable source) {
    this.parts = List.copyOf(parts);
    this.ends = new long[parts.size()];
    this.source = source;
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += parts.get(i).length();
      ends[i] = end;
    }
  }

  @Override
  public long length() {
    return ends[ends.length - 1];
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    Position at = find(position);
    if (at.part.length() - at.offset >= COPIED) {
      return switch (at.part) {
        case Body.Bytes(ByteBuffer bytes) -> target.write(rest(bytes, at.offset, count));
        case Body.Transfer transfer -> transfer.transferTo(at.offset, count, target);
      };
    }
    int size = (int) Math.min(Math.min(count, length() - position), COPIED);
    ByteBuffer copy = ByteBuffer.allocate(size);
    int n = 1;
    while (n > 0 && copy.position() < size) {
      n = read(position + copy.position(), copy.limit(size)); // a read may lower the limit
    }
    return target.write(copy.flip()); // nothing, if the source has ended
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
  public boolean holdsDescriptor() {
    return parts.stream()
        .anyMatch(part -> part instanceof Body.Transfer transfer && transfer.holdsDescriptor());
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  private record Position(Body part, long offset) {}

  private Position find(long position) {
    int ended = Arrays.binarySearch(ends, position);
    int index = ended < 0 ? -ended - 1 : ended + 1;
    return new Position(parts.get(index), position - (index == 0 ? 0 : ends[index - 1]));
  }

  private static ByteBuffer rest(ByteBuffer bytes, long offset, long limit) {
    int from = (int) offset;
    return bytes.slice(bytes.position() + from, (int) Math.min(limit, bytes.remaining() - from));
  }
}
