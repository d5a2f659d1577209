package tailgate.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.function.Predicate;

/**
 * A request of which the right response is known.
 *
 * @param name in messages
 * @param wire its octets
 * @param bodyFollows whether a Content-Length of the response announces a body
 * @param right whether this is the right response, byte for byte
 */
@SuppressWarnings("ArrayRecordComponent") // compared never
public record GoodRequest(String name, byte[] wire, boolean bodyFollows, Predicate<Answer> right) {

  /** A GET with these further fields, each with its CR LF. */
  public static GoodRequest get(String target, String fields, Predicate<Answer> right) {
    return new GoodRequest("GET " + target, wire("GET", target, fields), true, right);
  }

  /** A request without a body. */
  static byte[] wire(String method, String target, String fields) {
    String head = method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
    return head.getBytes(US_ASCII);
  }
}
