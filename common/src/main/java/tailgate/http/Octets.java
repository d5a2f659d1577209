package tailgate.http;

import java.nio.charset.StandardCharsets;

/** Which octets are allowed where, as a table: RFC 9110 §5.6.2 and §5.5, RFC 3986 §2. */
final class Octets {

  static final byte HTAB = '\t';
  static final byte LF = '\n';
  static final byte CR = '\r';
  static final byte SP = ' ';
  static final byte COLON = ':';

  private static final byte TOKEN = 1;
  private static final byte TARGET = 2;
  private static final byte VALUE = 4;
  private static final byte HOST = 8;

  /** Visible ASCII that RFC 3986 does not have, the beginning of a fragment, and the escape. */
  private static final String NOT_IN_TARGET = "\"<>\\^`{|}#%";

  private static final byte[] KINDS = kinds();

  private Octets() {}

  /** A token character: method, field name. */
  static boolean isToken(byte octet) {
    return (KINDS[octet & 0xff] & TOKEN) != 0;
  }

  /**
   * An octet that may be in a request target as it is: the characters of RFC 3986 §2.2 and §2.3
   * except {@code #}. The grammar has square brackets in a host only, but clients send them
   * unencoded in paths and queries. A percent sign is not such an octet: see {@link #isEncoded}.
   */
  static boolean isTarget(byte octet) {
    return (KINDS[octet & 0xff] & TARGET) != 0;
  }

  /** Field content: visible characters, SP, HTAB, or obs-text. */
  static boolean isValue(byte octet) {
    return (KINDS[octet & 0xff] & VALUE) != 0;
  }

  /** An octet of a reg-name or an IPv4 address, or the percent sign of an encoded octet. */
  static boolean isHost(byte octet) {
    return (KINDS[octet & 0xff] & HOST) != 0;
  }

  /**
   * Whether a percent sign and two hexadecimal digits begin at {@code at} and end before {@code
   * to}.
   */
  static boolean isEncoded(byte[] bytes, int at, int to) {
    return at + 2 < to
        && bytes[at] == '%'
        && hexDigit(bytes[at + 1]) >= 0
        && hexDigit(bytes[at + 2]) >= 0;
  }

  static boolean isSpace(byte octet) {
    return octet == SP || octet == HTAB;
  }

  static boolean isDigit(byte octet) {
    return octet >= '0' && octet <= '9';
  }

  /** 0 to 15, or -1 if the octet is not a hexadecimal digit. */
  static int hexDigit(byte octet) {
    return Character.digit(octet & 0xff, 16);
  }

  /** The lower case of an ASCII letter; any other octet unchanged. */
  static int lower(byte octet) {
    return octet >= 'A' && octet <= 'Z' ? octet + ('a' - 'A') : octet;
  }

  /** Whether the bytes spell {@code lowerCase}, case-insensitively. */
  static boolean equalsIgnoreCase(byte[] bytes, int from, int to, byte[] lowerCase) {
    if (to - from != lowerCase.length) {
      return false;
    }
    for (int i = 0; i < lowerCase.length; i++) {
      if (lower(bytes[from + i]) != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  /** The first index in [from, to) that is neither SP nor HTAB, or {@code to}. */
  static int skipSpace(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && isSpace(bytes[at])) {
      at++;
    }
    return at;
  }

  /** The end of [from, to) without trailing SP and HTAB. */
  static int trimEnd(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && isSpace(bytes[end - 1])) {
      end--;
    }
    return end;
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[256];
    for (int c = '0'; c <= '9'; c++) {
      kinds[c] = TOKEN | HOST;
    }
    for (int c = 'a'; c <= 'z'; c++) {
      kinds[c] = TOKEN | HOST;
      kinds[c + 'A' - 'a'] = TOKEN | HOST;
    }
    mark(kinds, "!#$%&'*+-.^_`|~", TOKEN);
    mark(kinds, "-._~%!$&'()*+,;=", HOST);
    for (int c = 0x21; c <= 0x7e; c++) {
      kinds[c] = (byte) (kinds[c] | VALUE | (NOT_IN_TARGET.indexOf(c) < 0 ? TARGET : 0));
    }
    for (int c = 0x80; c <= 0xff; c++) {
      kinds[c] = VALUE;
    }
    mark(kinds, " \t", VALUE);
    return kinds;
  }

  private static void mark(byte[] kinds, String characters, byte kind) {
    for (byte octet : characters.getBytes(StandardCharsets.US_ASCII)) {
      kinds[octet] = (byte) (kinds[octet] | kind);
    }
  }
}
