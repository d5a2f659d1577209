package tailgate.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The request line and the four forms of its target (RFC 9112 §3). */
final class RequestLine {

  private static final byte[] HTTP_SLASH = "HTTP/".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SCHEME = "http://".getBytes(StandardCharsets.US_ASCII);

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
      return Authority.isValidWithPort(bytes, from, to) ? null : Refusal.TARGET; // authority-form
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
    if (end == authority || !Authority.isValid(bytes, authority, end)) {
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
}
