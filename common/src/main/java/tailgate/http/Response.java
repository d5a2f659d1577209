package tailgate.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * What a handler answers. Immutable, so one made beforehand serves any number of requests without
 * garbage; only a {@link Body.Transfer} ties it to a single one.
 *
 * <p>Date, Connection, and what a HEAD leaves out are the connection's affair.
 */
public final class Response {

  private static final byte[] CRLF = {'\r', '\n'};
  private static final byte[] CONNECTION_CLOSE = ascii("Connection: close\r\n");
  private static final byte[] CONNECTION_KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
  private static final int DATE_LENGTH = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n".length();

  /** More than Date, the longest Connection field and the empty line take together. */
  private static final int VARIABLE = DATE_LENGTH + CONNECTION_KEEP_ALIVE.length + CRLF.length;

  /** What the connection is to do after a response. */
  public enum Persistence {
    /** Goes on, as is usual on HTTP/1.1: nothing needs to be said. */
    IMPLICIT(new byte[0]),
    /** Goes on, and an HTTP/1.0 client must be told so. */
    KEEP_ALIVE(CONNECTION_KEEP_ALIVE),
    /** Ends. */
    CLOSE(CONNECTION_CLOSE);

    @SuppressWarnings("ImmutableEnumChecker") // never changed, never handed out
    private final byte[] field;

    Persistence(byte[] field) {
      this.field = field;
    }
  }

  private final Status status;
  private final byte[] head;
  private final Body body;

  private Response(Status status, byte[] head, Body body) {
    this.status = status;
    this.head = head;
    this.body = body;
  }

  /** Begins a response. */
  public static Builder status(Status status) {
    return new Builder(status);
  }

  /** Its status. */
  public Status status() {
    return status;
  }

  /** Its content, also where a HEAD will not see it. */
  public Body body() {
    return body;
  }

  /**
   * The same with another content: what was said of the old one, its validators included, is not
   * said of the new one. All other fields stay.
   */
  public Response withContent(String mediaType, Body content) {
    Builder copy = status(status);
    new String(head, StandardCharsets.ISO_8859_1)
        .lines()
        .skip(1)
        .map(line -> line.split(": ", 2))
        .filter(line -> !Builder.ABOUT_CONTENT.contains(line[0].toLowerCase(Locale.ROOT)))
        .forEach(line -> copy.line(line[0], line[1]));
    return copy.typed(mediaType).body(content);
  }

  /** The most bytes that {@link #putHead} puts. */
  public int headLength() {
    return head.length + VARIABLE;
  }

  /** Puts the whole head, the empty line included. */
  public void putHead(ByteBuffer out, DateField date, Persistence persistence) {
    putFields(out, date, persistence);
    endHead(out);
  }

  /** Puts the head without its end, so that more fields may follow. */
  public void putFields(ByteBuffer out, DateField date, Persistence persistence) {
    out.put(head);
    date.put(out);
    out.put(persistence.field);
  }

  /** Puts the empty line. */
  public static void endHead(ByteBuffer out) {
    out.put(CRLF);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Collects the fields and the content of one response. Not thread-safe. */
  public static final class Builder {

    /** Those that frame the message, and those that differ from one sending to the next. */
    private static final Set<String> SERVERS_OWN =
        Set.of("connection", "content-length", "date", "transfer-encoding");

    /** Those that another content would make a lie of. */
    private static final Set<String> ABOUT_CONTENT =
        Set.of(
            "accept-ranges",
            "content-encoding",
            "content-language",
            "content-length",
            "content-type",
            "etag",
            "last-modified",
            "x-content-type-options");

    private final Status status;
    private final StringBuilder fields = new StringBuilder();

    private Builder(Status status) {
      this.status = status;
    }

    /**
     * Adds a field line.
     *
     * @throws IllegalArgumentException if the name is no token, or the value has a control
     *     character or leaves Latin-1: neither may ever split a head in two; or if it is one of
     *     those that only the server can say
     */
    public Builder field(String name, String value) {
      if (!isToken(name)) {
        throw new IllegalArgumentException("not a field name: " + name);
      }
      if (SERVERS_OWN.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("not for a handler to say: " + name);
      }
      if (!value.chars().allMatch(c -> c <= 0xff && Octets.isValue((byte) c))) {
        throw new IllegalArgumentException("not a value for " + name + ": " + value);
      }
      line(name, value);
      return this;
    }

    /**
     * Ends the response with this content; its length is said unless the status forbids it.
     *
     * @throws IllegalArgumentException if there is content where the status has none: the client
     *     would take it for the next response
     */
    public Response body(Body body) {
      if (!status.hasNoContent()) {
        line("Content-Length", Long.toString(body.length()));
      } else if (body.length() > 0) {
        throw new IllegalArgumentException("no content goes with " + status.code());
      }
      byte[] line = status.line();
      byte[] rest = fields.toString().getBytes(StandardCharsets.ISO_8859_1);
      byte[] head = ByteBuffer.allocate(line.length + rest.length).put(line).put(rest).array();
      return new Response(status, head, body);
    }

    /** Ends the response with a short text for people. */
    public Response text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return typed("text/plain; charset=utf-8").body(new Body.Bytes(ByteBuffer.wrap(bytes)));
    }

    /** Says what the content is, and that no browser shall guess anything else. */
    private Builder typed(String mediaType) {
      return field("Content-Type", mediaType).field("X-Content-Type-Options", "nosniff");
    }

    /** Ends the response without content. */
    public Response empty() {
      return body(Body.EMPTY);
    }

    private void line(String name, String value) {
      fields.append(name).append(": ").append(value).append("\r\n");
    }

    private static boolean isToken(String name) {
      return !name.isEmpty() && name.chars().allMatch(c -> c < 0x80 && Octets.isToken((byte) c));
    }
  }
}
