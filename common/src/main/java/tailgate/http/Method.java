package tailgate.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Request methods (RFC 9110 §9, RFC 5789). Case matters. */
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

  /** A token that is none of the above; whoever answers says 501. */
  EXTENSION;

  private static final Method[] REGISTERED =
      Arrays.stream(values()).filter(method -> method != EXTENSION).toArray(Method[]::new);

  @SuppressWarnings("ImmutableEnumChecker") // never changed, never handed out
  private final byte[] token = name().getBytes(StandardCharsets.US_ASCII);

  /** The method spelled by these bytes, which are a token already. */
  static Method of(byte[] bytes, int from, int to) {
    for (Method method : REGISTERED) {
      if (Arrays.equals(bytes, from, to, method.token, 0, method.token.length)) {
        return method;
      }
    }
    return EXTENSION;
  }
}
