package tailgate.http;

/** {@code uri-host [ ":" port ]}, as in a Host field (RFC 9110 §7.2, RFC 3986 §3.2). */
final class Authority {

  private static final int MAX_PORT = 65_535;

  private Authority() {}

  /**
   * Whether [from, to) is a host with an optional port. The host may not be empty, as an http URI
   * without one is invalid (RFC 9110 §4.2.1), and there may be no user information (§4.2.4).
   */
  static boolean isValid(byte[] bytes, int from, int to) {
    int end = host(bytes, from, to);
    return end > from && (end == to || (bytes[end] == Octets.COLON && isPort(bytes, end + 1, to)));
  }

  /** Whether [from, to) is a host with a port, as CONNECT requires (RFC 9110 §9.3.6). */
  static boolean isValidWithPort(byte[] bytes, int from, int to) {
    int colon = host(bytes, from, to);
    return colon + 1 < to && isValid(bytes, from, to);
  }

  /** The end of the host; less than that if it is malformed. */
  private static int host(byte[] bytes, int from, int to) {
    return from < to && bytes[from] == '[' ? literal(bytes, from, to) : name(bytes, from, to);
  }

  /** The end of a registered name or an IPv4 address. */
  private static int name(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && Octets.isHost(bytes[end])) {
      if (bytes[end] == '%' && !Octets.isEncoded(bytes, end, to)) {
        return end;
      }
      end++;
    }
    return end;
  }

  /** The end of an IPv6 address with its brackets; {@code from} if it is malformed. */
  private static int literal(byte[] bytes, int from, int to) {
    int end = from + 1;
    while (end < to && bytes[end] != ']') {
      end++;
    }
    return end < to && Ipv6.isValid(bytes, from + 1, end) ? end + 1 : from;
  }

  private static boolean isPort(byte[] bytes, int from, int to) {
    int port = 0;
    for (int i = from; i < to; i++) {
      if (!Octets.isDigit(bytes[i])) {
        return false;
      }
      port = port * 10 + bytes[i] - '0';
      if (port > MAX_PORT) {
        return false;
      }
    }
    return true;
  }
}
