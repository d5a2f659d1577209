package tailgate.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Builds a line in an array that is reused for the next one. Not thread-safe.
 *
 * <p>Text from a client is added by {@link #putQuoted} only, which escapes it as Apache does. So it
 * can end neither its quotes nor its line, and a client cannot forge lines.
 */
final class LineBuilder {

  /** Maximum number of bytes between two quotes; the rest is cut off. */
  static final int MAX_QUOTED = 8 << 10;

  /** Enough for the line of a browser. A connection keeps one such array while it is open. */
  private static final int INITIAL_SIZE = 384;

  private static final int MAX_ESCAPE_LENGTH = 4;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** The character after the backslash; 0 if the octet needs no escape, x if its value follows. */
  private static final byte[] ESCAPES = escapes();

  private byte[] bytes = new byte[INITIAL_SIZE];
  private int length;

  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Keeps only the first bytes, and shrinks the array to its initial size. */
  void truncate(int to) {
    length = to;
    if (bytes.length > INITIAL_SIZE && to <= INITIAL_SIZE) {
      bytes = Arrays.copyOf(bytes, INITIAL_SIZE);
    }
  }

  /** Cuts off everything from {@code from} on; returns what was behind {@code to}. */
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

  /** Puts the decimal digits of a non-negative number. */
  void putNumber(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
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
   * Puts text from a client in quotes, cut off after {@link #MAX_QUOTED} bytes. Control characters,
   * octets beyond ASCII, quotes and backslashes are escaped ({@code \n}, {@code \xe4}, {@code \"}).
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

  /** Puts an octet into the array, which must have room. */
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

  private void reserve(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
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
