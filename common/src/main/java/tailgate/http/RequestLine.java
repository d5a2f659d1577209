package tailgate.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The request line and the four forms of its target (RFC 9112 §3). Two of them name an authority:
 * {@code uri-host [ ":" port ]}, as a Host field does (RFC 9110 §7.2, RFC 3986 §3.2).
 */
final class RequestLine {

  private static final byte[] HTTP_SLASH = "HTTP/".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SCHEME = "http://".getBytes(StandardCharsets.US_ASCII);

  private static final int MAX_PORT = 65_535;

  private RequestLine() {}

  /**
   * Parses the line [from, to) of the request that begins at {@code start} into {@code request}.
   *
   * @return why it is refused, or null
   */
  static @Nullable Refusal parse(byte[] bytes, int start, int from, int to, Request request) {
    int methodEnd = tokenEnd(bytes, from, to);
    if (methodEnd == to) {
      return Refusal.REQUEST_LINE;
    }
    if (methodEnd == from || bytes[methodEnd] != Octets.SP) {
      return Refusal.METHOD;
    }
    int targetFrom = methodEnd + 1;
    int targetTo = targetEnd(bytes, targetFrom, to);
    if (targetTo == to || targetTo == targetFrom) {
      return Refusal.REQUEST_LINE;
    }
    if (bytes[targetTo] != Octets.SP) {
      return Refusal.TARGET;
    }
    request.lineFrom = from - start;
    request.method = Method.of(bytes, from, methodEnd);
    request.targetFrom = targetFrom - start;
    request.targetTo = targetTo - start;
    Refusal refusal = version(bytes, targetTo + 1, to, request);
    return refusal != null ? refusal : target(bytes, start, targetFrom, targetTo, request);
  }

  /**
   * Why a line that begins with [from, to) and is longer than that is refused: its method, if that
   * has no end there (RFC 9112 §3), else its target.
   */
  static Refusal tooLong(byte[] bytes, int from, int to) {
    int methodEnd = tokenEnd(bytes, from, to);
    if (methodEnd == to) {
      return Refusal.METHOD_TOO_LONG;
    }
    return methodEnd > from && bytes[methodEnd] == Octets.SP
        ? Refusal.TARGET_TOO_LONG
        : Refusal.METHOD;
  }

  private static int tokenEnd(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && Octets.isToken(bytes[end])) {
      end++;
    }
    return end;
  }

  private static int targetEnd(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to) {
      if (Octets.isTarget(bytes[end])) {
        end++;
      } else if (Octets.isEncoded(bytes, end, to)) {
        end += 3;
      } else {
        break;
      }
    }
    return end;
  }

  private static @Nullable Refusal version(byte[] bytes, int from, int to, Request request) {
    if (to - from != HTTP_SLASH.length + 3 || bytes[from + 6] != '.') {
      return Refusal.VERSION;
    }
    for (int i = 0; i < HTTP_SLASH.length; i++) {
      if (bytes[from + i] != HTTP_SLASH[i]) {
        return Refusal.VERSION;
      }
    }
    byte major = bytes[from + 5];
    byte minor = bytes[from + 7];
    if (!Octets.isDigit(major) || !Octets.isDigit(minor)) {
      return Refusal.VERSION;
    }
    request.version = minor == '0' ? Version.HTTP_1_0 : Version.HTTP_1_1;
    return major == '1' ? null : Refusal.VERSION_UNSUPPORTED;
  }

  private static @Nullable Refusal target(
      byte[] bytes, int start, int from, int to, Request request) {
    if (request.method == Method.CONNECT) {
      path(bytes, start, to, to, request);
      return isAuthorityWithPort(bytes, from, to) ? null : Refusal.TARGET; // authority-form
    }
    if (bytes[from] == '/') {
      path(bytes, start, from, to, request); // origin-form
      return null;
    }
    if (bytes[from] == '*' && to - from == 1 && request.method == Method.OPTIONS) {
      path(bytes, start, from, to, request); // asterisk-form
      return null;
    }
    return absolute(bytes, start, from, to, request);
  }

  /** Absolute-form: the path begins after the authority, which overrides the Host field. */
  private static @Nullable Refusal absolute(
      byte[] bytes, int start, int from, int to, Request request) {
    int authority = from + SCHEME.length;
    if (authority >= to || !Octets.equalsIgnoreCase(bytes, from, authority, SCHEME)) {
      return Refusal.TARGET;
    }
    int end = authority;
    while (end < to && bytes[end] != '/' && bytes[end] != '?') {
      end++;
    }
    if (end == authority || !isAuthority(bytes, authority, end)) {
      return Refusal.TARGET;
    }
    request.hostFrom = authority - start;
    request.hostTo = end - start;
    path(bytes, start, end, to, request);
    return null;
  }

  private static void path(byte[] bytes, int start, int from, int to, Request request) {
    int end = from;
    while (end < to && bytes[end] != '?') {
      end++;
    }
    request.pathFrom = from - start;
    request.pathTo = end - start;
  }

  // ---- the authority

  /**
   * Whether [from, to) is a host with an optional port. The host may not be empty, as an http URI
   * without one is invalid (RFC 9110 §4.2.1), and there may be no user information (§4.2.4).
   */
  static boolean isAuthority(byte[] bytes, int from, int to) {
    int end = host(bytes, from, to);
    return end > from && (end == to || (bytes[end] == Octets.COLON && isPort(bytes, end + 1, to)));
  }

  /** Whether [from, to) is a host with a port, as CONNECT requires (RFC 9110 §9.3.6). */
  private static boolean isAuthorityWithPort(byte[] bytes, int from, int to) {
    int colon = host(bytes, from, to);
    return colon + 1 < to && isAuthority(bytes, from, to);
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
