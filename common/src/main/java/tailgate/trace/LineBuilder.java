package tailgate.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a line in the making, in an array that is used again for the next one. Not
 * thread-safe.
 *
 * <p>What a client sent goes in through {@link #putQuoted} only, which escapes as Apache does: so
 * it can end neither its quotes nor its line, and no line can be forged.
 */
final class LineBuilder {

  /** Most bytes that stand between two quotes; the rest is cut off. */
  static final int MAX_QUOTED = 8 << 10;

  /** Enough for the line of a browser. A connection has one such array as long as it is open. */
  private static final int INITIAL_SIZE = 384;

  private static final int MAX_ESCAPE_LENGTH = 4;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** What stands after the backslash; 0 where the octet needs none, x where its value does. */
  private static final byte[] ESCAPES = escapes();

  private byte[] bytes = new byte[INITIAL_SIZE];
  private int length;

  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Keeps the first bytes only, and no more room than is usual. */
  void truncate(int to) {
    length = to;
    if (bytes.length > INITIAL_SIZE && to <= INITIAL_SIZE) {
      bytes = Arrays.copyOf(bytes, INITIAL_SIZE);
    }
  }

  /** Cuts off everything from {@code from} on; answers what was behind {@code to}. */
  byte[] cut(int from, int to) {
    byte[] rest = Arrays.copyOfRange(bytes, to, length);
    length = from;
    return rest;
  }

  void put(byte[] text) {
    put(text, 0, text.length);
  }

  void put(byte[] text, int from, int to) {
    reserve(to - from);
    System.arraycopy(text, from, bytes, length, to - from);
    length += to - from;
  }

  void put(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
  }

  /** The decimal digits of a number that is not negative. */
  void putNumber(long number) {
    int digits = 1;
    for (long more = number / 10; more > 0; more /= 10) {
      digits++;
    }
    reserve(digits);
    length += digits;
    long rest = number;
    for (int at = length - 1; at >= length - digits; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /**
   * What a client sent, in quotes, cut where it is longer than {@link #MAX_QUOTED}: control
   * characters, octets beyond ASCII, quotes and backslashes are escaped ({@code \n}, {@code \xe4},
   * {@code \"}).
   */
  void putQuoted(byte[] text, int from, int to) {
    put('"');
    int limit = length + MAX_QUOTED;
    for (int i = from; i < to; i++) {
      if (bytes.length - length < MAX_ESCAPE_LENGTH) {
        reserve(Math.max(MAX_ESCAPE_LENGTH, to - i));
      }
      byte escape = ESCAPES[text[i] & 0xff];
      int size = escape == 0 ? 1 : escape == 'x' ? MAX_ESCAPE_LENGTH : 2;
      if (length + size > limit) {
        break;
      }
      putOctet(text[i], escape);
    }
    put('"');
  }

  /** There is room. */
  private void putOctet(byte octet, byte escape) {
    if (escape == 0) {
      bytes[length++] = octet;
      return;
    }
    bytes[length++] = '\\';
    bytes[length++] = escape;
    if (escape == 'x') {
      bytes[length++] = HEX[octet >> 4 & 0xf];
      bytes[length++] = HEX[octet & 0xf];
    }
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  private static byte[] escapes() {
    byte[] escapes = new byte[256];
    Arrays.fill(escapes, 0, 0x20, (byte) 'x');
    Arrays.fill(escapes, 0x7f, 0x100, (byte) 'x');
    escapes['\b'] = 'b';
    escapes['\t'] = 't';
    escapes['\n'] = 'n';
    escapes[0x0b] = 'v';
    escapes['\r'] = 'r';
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    return escapes;
  }
}
