package tailgate.http;

import java.nio.charset.StandardCharsets;

/** Requests for tests of what answers them: made as the server makes them, from wire bytes. */
public final class Requests {

  private Requests() {}

  /** {@code GET target}, with a Host. */
  public static Request get(String target) {
    return of("GET", target);
  }

  /** A request without content or any field but Host. */
  public static Request of(String method, String target) {
    return parse(method + " " + target + " HTTP/1.1\r\nHost: test\r\n\r\n");
  }

  /** The request with this whole head, one octet for each character. */
  public static Request parse(String head) {
    byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
    var parser = new RequestParser(Limits.DEFAULT);
    Progress progress = parser.parse(bytes, 0, bytes.length);
    if (progress != Progress.COMPLETE) {
      throw new IllegalArgumentException(progress + ": " + head);
    }
    parser.request().bind(bytes, 0);
    return parser.request();
  }
}
