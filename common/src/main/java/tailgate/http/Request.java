package tailgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One request: a view of the bytes in a connection's buffer, filled in by {@link RequestParser}.
 *
 * <p>Confined to the thread that serves the connection, and valid only until the handler returns:
 * the object is reused for the next request. All offsets are relative to the first byte of the
 * request, because the buffer may be moved while the rest arrives.
 */
public final class Request {

  private static final byte[] ROOT = {'/'};
  private static final byte[] NO_BYTES = {};

  private static final int SELECTING =
      Field.IF_MATCH.bit()
          | Field.IF_MODIFIED_SINCE.bit()
          | Field.IF_NONE_MATCH.bit()
          | Field.IF_UNMODIFIED_SINCE.bit()
          | Field.RANGE.bit();

  Method method = Method.GET;
  Version version = Version.HTTP_1_1;
  int lineFrom;
  int targetFrom;
  int targetTo;
  int pathFrom;
  int pathTo;
  int fieldsFrom;
  int fieldsTo;

  /** The set of {@link Field fields} that were sent, one bit each. */
  int present;

  /** The host with its port, from the target or else the Host field; empty if there is none. */
  int hostFrom;

  int hostTo;

  /** The value of the last Accept-Encoding line; used if {@link #acceptEncodingLines} is 1. */
  int acceptEncodingFrom;

  int acceptEncodingTo;
  int acceptEncodingLines;

  boolean persistent;
  boolean expectsContinue;
  boolean chunked;
  long contentLength;

  /** Bytes of the body that were kept; they follow the head. */
  int bodyKept;

  private byte[] bytes = ROOT;
  private int start;
  private final PathBytes path = new PathBytes();

  Request() {}

  /** Sets where the bytes are now. Called once the head is complete, before it is read. */
  public void bind(byte[] bytes, int start) {
    this.bytes = bytes;
    this.start = start;
    if (pathFrom == pathTo) {
      path.set(ROOT, 0, 1); // absolute-form without a path (RFC 9112 §3.2.2)
    } else {
      path.set(bytes, start + pathFrom, start + pathTo);
    }
  }

  /**
   * Releases the bytes: the connection may be idle for long, and the last request may have been
   * large.
   */
  void forget() {
    lineFrom = 0;
    targetFrom = 0;
    targetTo = 0;
    pathFrom = 0;
    pathTo = 0;
    fieldsFrom = 0;
    fieldsTo = 0;
    hostFrom = 0;
    hostTo = 0;
    acceptEncodingLines = 0;
    bodyKept = 0;
    bind(ROOT, 0);
  }

  /** The method; {@link Method#EXTENSION} for any that RFC 9110 does not define. */
  public Method method() {
    return method;
  }

  /** The protocol version of the client. */
  public Version version() {
    return version;
  }

  /**
   * The path without its query, still percent-encoded. The object is reused, see {@link PathBytes}.
   */
  public PathBytes path() {
    return path;
  }

  /** The query with its question mark; empty if there is none. */
  public String query() {
    return text(pathTo, targetTo);
  }

  /** The whole request target as it was sent. */
  public String target() {
    return text(targetFrom, targetTo);
  }

  /** Passes the request target as it was sent: {@link #target()} without allocation. */
  public void lendTarget(OctetSink to) {
    to.accept(bytes, start + targetFrom, start + targetTo);
  }

  /** Passes the request line as it was sent, without its CRLF. */
  public void lendLine(OctetSink to) {
    to.accept(bytes, start + lineFrom, start + fieldsFrom - 2);
  }

  /** Whether the client allows to keep the connection open after this request (RFC 9112 §9.3). */
  public boolean persistent() {
    return persistent;
  }

  /** Whether the client waits for 100 (Continue) before it sends the content (RFC 9110 §10.1.1). */
  public boolean expectsContinue() {
    return expectsContinue;
  }

  /** Whether content follows the head. */
  public boolean hasBody() {
    return chunked || contentLength > 0;
  }

  /**
   * Makes a copy of the body, decoded if it was chunked; empty if there is none, or if the handler
   * does not {@linkplain Handler#readsBody read} it. At most {@code --max-body} bytes.
   */
  public byte[] body() {
    int from = start + fieldsTo + 2; // after the empty line
    return bodyKept == 0 ? NO_BYTES : Arrays.copyOfRange(bytes, from, from + bodyKept);
  }

  /**
   * Copies all field lines, in their order: the values of each name, without surrounding white
   * space. The case of a name does not matter. Not cheap; {@link #values} is for those that the
   * server knows.
   */
  public Map<String, List<String>> fields() {
    Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    new String(bytes, start + fieldsFrom, fieldsTo - fieldsFrom, ISO_8859_1)
        .lines()
        .map(line -> line.split(":", 2))
        .forEach(
            line -> all.computeIfAbsent(line[0], name -> new ArrayList<>()).add(line[1].strip()));
    return all;
  }

  /** Whether the field was sent. Cheap. */
  public boolean has(Field field) {
    return (present & field.bit()) != 0;
  }

  /**
   * Whether a condition or a range was sent, so that the response may be less than the whole.
   * Cheap.
   */
  public boolean selects() {
    return (present & SELECTING) != 0;
  }

  /** Whether a Range field counts: it is defined for GET only (RFC 9110 §14.2). Cheap. */
  boolean asksForPart() {
    return has(Field.RANGE) && method == Method.GET;
  }

  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  /** The values of all lines with this name, in order, without surrounding white space. */
  public List<String> values(Field field) {
    List<String> values = new ArrayList<>();
    // obs-text is opaque (RFC 9110 §5.5): one char per octet keeps it.
    OctetSink all = (b, from, to) -> values.add(new String(b, from, to - from, ISO_8859_1));
    if (has(field)) {
      int at = start + fieldsFrom;
      while (at < start + fieldsTo) {
        at = lendNext(field, at, all);
      }
    }
    return values;
  }

  /**
   * Passes the value of the first line with this name, without surrounding white space and without
   * allocation. Does nothing if there is none.
   */
  public void lend(Field field, OctetSink to) {
    if (has(field)) {
      lendNext(field, start + fieldsFrom, to);
    }
  }

  /** Whether the field was sent in one line, and with exactly this value. Allocates nothing. */
  boolean hasOnly(Field field, byte[] value) {
    if (!has(field)) {
      return false;
    }
    int line = find(field, start + fieldsFrom);
    int end = lineEnd(line);
    int from = valueFrom(field, line, end);
    return Arrays.equals(bytes, from, Octets.trimEnd(bytes, from, end), value, 0, value.length)
        && find(field, end + 2) == start + fieldsTo;
  }

  /**
   * Passes the next line of this name at or after {@code at}; returns where the line after it
   * begins.
   */
  private int lendNext(Field field, int at, OctetSink sink) {
    int line = find(field, at);
    if (line == start + fieldsTo) {
      return line;
    }
    int end = lineEnd(line);
    int from = valueFrom(field, line, end);
    sink.accept(bytes, from, Octets.trimEnd(bytes, from, end));
    return end + 2;
  }

  /** Where the next line of this name at or after {@code at} begins; the end of all if none. */
  private int find(Field field, int at) {
    int line = at;
    while (line < start + fieldsTo) {
      int colon = line;
      while (bytes[colon] != Octets.COLON) {
        colon++;
      }
      if (Octets.equalsIgnoreCase(bytes, line, colon, field.lowerCase)) {
        return line;
      }
      line = lineEnd(colon) + 2;
    }
    return line;
  }

  private int lineEnd(int at) {
    int end = at;
    while (bytes[end] != Octets.CR) {
      end++;
    }
    return end;
  }

  private int valueFrom(Field field, int line, int end) {
    return Octets.skipSpace(bytes, line + field.lowerCase.length + 1, end);
  }

  private String text(int from, int to) {
    return new String(bytes, start + from, to - from, US_ASCII);
  }
}
