package tailgate.lab.load;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A request that a load sends. Immutable.
 *
 * @param method one of {@link #METHODS}
 * @param target path and query, as they are sent
 * @param headers beside {@code Host}, {@code Content-Length} and {@code Connection}
 * @param body may be empty; what is left of the buffer
 * @param weight how often it is sent, in proportion to the others of its mix; above 0
 */
public record RequestSpec(
    String method, String target, List<Header> headers, ByteBuffer body, double weight) {

  public static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE");

  /** These say that there is content, if only of 0 bytes (RFC 9110, 8.6). */
  private static final List<String> WITH_BODY = List.of("POST", "PUT", "PATCH");

  /** All others may be sent twice (RFC 9110, 9.2.2). */
  private static final List<String> NOT_IDEMPOTENT = List.of("POST", "PATCH");

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  /** A field of the request. */
  public record Header(String name, String value) {}

  public RequestSpec {
    headers = List.copyOf(headers);
    body = body.asReadOnlyBuffer();
    if (!METHODS.contains(method)) {
      throw new IllegalArgumentException(
          "no method '%s'; there are %s".formatted(method, String.join(", ", METHODS)));
    }
    if (!(weight > 0 && weight <= 1e6)) {
      throw new IllegalArgumentException("a weight is above 0 and at most a million");
    }
  }

  public static RequestSpec get(String target, List<Header> headers) {
    return new RequestSpec("GET", target, headers, NOTHING, 1);
  }

  /** Returns the same request for another target. */
  RequestSpec asking(String other) {
    return new RequestSpec(method, other, headers, body, weight);
  }

  /** Whether its length has to be sent although it is 0. */
  public boolean hasEmptyBody() {
    return WITH_BODY.contains(method) && !body.hasRemaining();
  }

  /** Whether it may be sent again if its connection was closed before an answer. */
  @JsonIgnore
  public boolean isIdempotent() {
    return !NOT_IDEMPOTENT.contains(method);
  }
}
