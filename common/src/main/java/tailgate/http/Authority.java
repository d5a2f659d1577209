package tailgate.http;

/** {@code uri-host [ ":" port ]}, as in a Host field (RFC 9110 §7.2, RFC 3986 §3.2). */
final class Authority {

  private static final int MOST_PORT = 65_535;

  private Authority() {}

  /**
   * Whether [from, to) is a host with an optional port. It may be empty (a Host field of a target
   * without authority is); user information may not be there (RFC 9110 §4.2.4).
   */
  static boolean isValid(byte[] bytes, int from, int to) {
    int end = from < to && bytes[from] == '[' ? literal(bytes, from, to) : name(bytes, from, to);
    return end == to || (end > from && bytes[end] == ':' && isPort(bytes, end + 1, to));
  }

  /** The end of a registered name or an IPv4 address. */
  private static int name(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && Octets.isHost(bytes[end])) {
      end++;
    }
    return end;
  }

  /** The end of an IP literal with its brackets; {@code from} where it is none. */
  private static int literal(byte[] bytes, int from, int to) {
    int end = from + 1;
    while (end < to && (Octets.isHost(bytes[end]) || bytes[end] == ':')) {
      end++;
    }
    return end < to && bytes[end] == ']' && end > from + 1 ? end + 1 : from;
  }

  private static boolean isPort(byte[] bytes, int from, int to) {
    int port = 0;
    for (int i = from; i < to; i++) {
      if (!Octets.isDigit(bytes[i])) {
        return false;
      }
      port = port * 10 + bytes[i] - '0';
      if (port > MOST_PORT) {
        return false;
      }
    }
    return true;
  }
}
