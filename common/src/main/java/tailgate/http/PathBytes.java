package tailgate.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The path of a request target as it was sent, usable as a key of a map.
 *
 * <p>A connection uses one mutable object for the paths of all its requests, so that a look-up in a
 * cache allocates nothing. Keep a {@link #copy()} instead of that object.
 */
public final class PathBytes {

  private static final byte[] NONE = {};

  private byte[] bytes;
  private int from;
  private int to;
  private int hash;

  PathBytes() {
    this(NONE, 0, 0);
  }

  private PathBytes(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    set(bytes, from, to);
  }

  /** A path with these characters, which must be ASCII. */
  public static PathBytes of(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.US_ASCII);
    return new PathBytes(bytes, 0, bytes.length);
  }

  void set(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    int h = 0;
    for (int i = from; i < to; i++) {
      h = 31 * h + bytes[i];
    }
    hash = h;
  }

  /** Returns the number of bytes. */
  public int length() {
    return to - from;
  }

  /**
   * The byte at {@code index}, counted from 0; always ASCII.
   *
   * @throws IndexOutOfBoundsException if the index is beyond the path
   */
  public byte at(int index) {
    return bytes[from + Objects.checkIndex(index, to - from)];
  }

  /** Makes an immutable copy. */
  public PathBytes copy() {
    byte[] copied = Arrays.copyOfRange(bytes, from, to);
    return new PathBytes(copied, 0, copied.length);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PathBytes path
        && hash == path.hash
        && Arrays.equals(bytes, from, to, path.bytes, path.from, path.to);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
  }
}
