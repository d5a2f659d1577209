package tailgate.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/**
 * The response of a handler. Immutable, so one response can answer any number of requests without
 * allocation. Only a response with a {@link Body.Transfer} belongs to one request, and a {@link
 * DeferredResponse} stands for one that is not there yet.
 *
 * <p>The connection adds Date and Connection, and omits the content for HEAD.
 */
public sealed class Response permits DeferredResponse {

  private static final byte[] CRLF = {'\r', '\n'};
  private static final byte[] CONNECTION_CLOSE = ascii("Connection: close\r\n");
  private static final byte[] CONNECTION_KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
  private static final String LAST_MODIFIED = "Last-Modified";
  static final long UNDATED = Long.MIN_VALUE;
  private static final int DATE_LENGTH = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n".length();

  /** Upper limit for Date, the longest Connection field and the empty line together. */
  private static final int VARIABLE = DATE_LENGTH + CONNECTION_KEEP_ALIVE.length + CRLF.length;

  /** What happens to the connection after a response. */
  public enum Persistence {
    /** The connection stays open, which is the default of HTTP/1.1: no field is sent. */
    IMPLICIT(new byte[0]),
    /** The connection stays open, and an HTTP/1.0 client must be told. */
    KEEP_ALIVE(CONNECTION_KEEP_ALIVE),
    /** The connection is closed. */
    CLOSE(CONNECTION_CLOSE);

    @SuppressWarnings("ImmutableEnumChecker") // never changed, never exposed
    private final byte[] field;

    Persistence(byte[] field) {
      this.field = field;
    }
  }

  private final Status status;
  private final byte[] head;

  /** The second of Last-Modified in the head; {@link #UNDATED} if there is none. */
  private final long lastModified;

  private final Body body;

  Response(Status status, byte[] head, long lastModified, Body body) {
    this.status = status;
    this.head = head;
    this.lastModified = lastModified;
    this.body = body;
  }

  /** Begins a response. */
  public static Builder status(Status status) {
    return new Builder(status);
  }

  /** Returns the status of the response. */
  public Status status() {
    return status;
  }

  /** Returns the content, even if the client gets none because the method is HEAD. */
  public Body body() {
    return body;
  }

  /**
   * Makes a copy with other content. Fields that describe the old content, including validators,
   * are dropped. All other fields stay.
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

  /** A copy whose content comes from another source, with the same bytes. */
  public Response with(Body sameContent) {
    return new Response(status, head, lastModified, sameContent);
  }

  /** The maximum number of bytes that {@link #putHead} puts. */
  public int headLength() {
    return head.length + VARIABLE;
  }

  /** Puts the whole head, including the empty line. */
  public void putHead(ByteBuffer out, DateField date, Persistence persistence) {
    putFields(out, date, persistence);
    endHead(out);
  }

  /**
   * Puts the head without its empty line, so that more fields can follow. Last-Modified is left out
   * while it is later than Date (RFC 9110 §8.8.2.1): the file has a time in the future, or the
   * clock went back.
   */
  public void putFields(ByteBuffer out, DateField date, Persistence persistence) {
    PerSecondText.Text now = date.current();
    out.put(lastModified <= now.second ? head : undatedHead());
    out.put(now.bytes);
    out.put(persistence.field);
  }

  private byte[] undatedHead() {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    int from = text.indexOf(LAST_MODIFIED + ": ");
    String undated = text.substring(0, from) + text.substring(text.indexOf('\n', from) + 1);
    return undated.getBytes(StandardCharsets.ISO_8859_1);
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

    /** Fields that frame the message, or differ from one response to the next. */
    private static final Set<String> SERVERS_OWN =
        Set.of("connection", "content-length", "date", "transfer-encoding");

    /** The fields that describe the content. */
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
    private long lastModified = UNDATED;

    private Builder(Status status) {
      this.status = status;
    }

    /**
     * Adds a field line.
     *
     * @throws IllegalArgumentException if the name is not a token, or if the value has a control
     *     character or is not Latin-1, so that no value can split the head; or if only the server
     *     may send the field
     */
    public Builder field(String name, String value) {
      if (!isToken(name)) {
        throw new IllegalArgumentException("not a field name: " + name);
      }
      if (SERVERS_OWN.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("only the server may set " + name);
      }
      if (!value.chars().allMatch(c -> c <= 0xff && Octets.isValue((byte) c))) {
        throw new IllegalArgumentException("not a valid value for " + name + ": " + value);
      }
      line(name, value);
      return this;
    }

    /** Adds Last-Modified. It is not sent while it is later than Date. */
    Builder lastModified(Instant time) {
      lastModified = time.getEpochSecond();
      line(LAST_MODIFIED, HttpDate.format(time));
      return this;
    }

    /**
     * Builds the response with this content. Content-Length is added unless the status forbids it.
     *
     * @throws IllegalArgumentException if there is content but the status allows none: the client
     *     would take it for the next response
     */
    public Response body(Body body) {
      if (!status.hasNoContent()) {
        line("Content-Length", Long.toString(body.length()));
      } else if (body.length() > 0) {
        throw new IllegalArgumentException("no content is allowed with " + status.code());
      }
      byte[] line = status.line();
      byte[] rest = fields.toString().getBytes(StandardCharsets.ISO_8859_1);
      byte[] head = ByteBuffer.allocate(line.length + rest.length).put(line).put(rest).array();
      return new Response(status, head, lastModified, body);
    }

    /** Builds the response with a short text. */
    public Response text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return typed("text/plain; charset=utf-8").body(new Body.Bytes(ByteBuffer.wrap(bytes)));
    }

    /** Sets the media type, and forbids browsers to guess another one. */
    private Builder typed(String mediaType) {
      return field("Content-Type", mediaType).field("X-Content-Type-Options", "nosniff");
    }

    /** Builds the response without content. */
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
