package tailgate.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Request methods (RFC 9110 §9, RFC 5789). Case-sensitive. */
public enum Method {
  GET,
  HEAD,
  POST,
  PUT,
  DELETE,
  CONNECT,
  OPTIONS,
  TRACE,
  PATCH,

  /** Any other token; answered with 501. */
  EXTENSION;

  private static final Method[] REGISTERED =
      Arrays.stream(values()).filter(method -> method != EXTENSION).toArray(Method[]::new);

  @SuppressWarnings("ImmutableEnumChecker") // never changed, never exposed
  private final byte[] token = name().getBytes(StandardCharsets.US_ASCII);

  /** The method with this name, which must be a token. */
  static Method of(byte[] bytes, int from, int to) {
    for (Method method : REGISTERED) {
      if (Arrays.equals(bytes, from, to, method.token, 0, method.token.length)) {
        return method;
      }
    }
    return EXTENSION;
  }
}
