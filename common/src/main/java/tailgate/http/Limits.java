package tailgate.http;

/**
 * The maximum sizes of a message.
 *
 * @param requestLine bytes of the request line without its CRLF; more is 414
 * @param fieldLine bytes of one field line without its CRLF; more is 431
 * @param fields number of field lines; more is 431
 * @param head bytes of request line and fields together; more is 431
 * @param body bytes of content, after decoding; more is 413
 */
public record Limits(int requestLine, int fieldLine, int fields, int head, long body) {

  /** Roughly those of nginx: 8 KiB per line, 32 KiB per head, 1 MiB of content. */
  public static final Limits DEFAULT = new Limits(8192, 8192, 100, 32768, 1 << 20);

  /** Refuses limits that no request could satisfy. */
  public Limits {
    atLeast(16, requestLine, "request line");
    atLeast(16, fieldLine, "field line");
    atLeast(1, fields, "number of fields");
    atLeast(64, head, "head");
    atLeast(0, body, "body");
  }

  private static void atLeast(long min, long value, String what) {
    if (value < min) {
      throw new IllegalArgumentException(
          "the limit of the " + what + " must be at least " + min + ", not " + value);
    }
  }
}
