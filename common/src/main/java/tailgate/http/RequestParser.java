package tailgate.http;

import org.jspecify.annotations.Nullable;

/**
 * Parses a request's head as its bytes arrive (RFC 9112 §2 to §5). It is strict: input that two
 * parsers could understand differently is refused, including a bare LF.
 *
 * <pre>
 *              empty line                   field line
 *               +-----+                      +-----+
 *               v     |                      v     |
 *   reset --> REQUEST_LINE --request line--> FIELDS --empty line--> COMPLETE
 *                    \                        /
 *                     +------> REFUSED <-----+
 * </pre>
 *
 * <p>A line is parsed when its LF has arrived. So nothing is parsed twice, and the time is
 * proportional to the length of the head, however the bytes are split. A refusal does not depend on
 * the split either. Allocates nothing. Not thread-safe.
 *
 * <p>Tests: RequestParserTest, RandomHeadsTest.
 */
public final class RequestParser {

  private enum State {
    REQUEST_LINE,
    FIELDS,
    COMPLETE,
    REFUSED
  }

  private final Limits limits;
  private final Request request = new Request();
  private final FieldsReader fields;

  private State state = State.REQUEST_LINE;

  /** Where the current line begins. */
  private int line;

  /** The end of the bytes without LF, at least {@code line}. */
  private int scanned;

  private @Nullable Refusal refusal;

  /** A parser with these limits. */
  public RequestParser(Limits limits) {
    this.limits = limits;
    this.fields = new FieldsReader(limits, request);
  }

  /** Forgets the request and its buffer, and begins the next one. */
  public void reset() {
    request.forget();
    state = State.REQUEST_LINE;
    line = 0;
    scanned = 0;
    refusal = null;
  }

  /** The request whose head is complete. Call {@link Request#bind} before reading it. */
  public Request request() {
    return request;
  }

  /** Bytes of the complete head, including its last empty line, and of the body that is kept. */
  public int length() {
    return line + request.bodyKept;
  }

  /** Makes so many bytes of the body, which come next, a part of the request. */
  public void keep(int bytes) {
    request.bodyKept += bytes;
  }

  /** Returns why the request was refused. */
  public Refusal refusal() {
    if (refusal == null) {
      throw new IllegalStateException("not refused");
    }
    return refusal;
  }

  /**
   * Continues with the bytes from {@code start}, where this request begins, to {@code end}. The
   * earlier bytes must still be there, but may have been moved. A final result stays until {@link
   * #reset}.
   */
  public Progress parse(byte[] bytes, int start, int end) {
    while (state == State.REQUEST_LINE || state == State.FIELDS) {
      int from = start + line;
      if (isNotHttp(bytes, from, end)) {
        return refuse(Refusal.NOT_HTTP);
      }
      int lf = indexOfLf(bytes, start + scanned, end);
      scanned = (lf < 0 ? end : lf) - start;
      Refusal refused = limitExceeded(bytes, from);
      if (refused == null && lf < 0) {
        return Progress.INCOMPLETE;
      }
      if (refused == null) {
        refused = line(bytes, start, from, lf);
      }
      if (refused != null) {
        return refuse(refused);
      }
    }
    return state == State.COMPLETE ? Progress.COMPLETE : Progress.REFUSED;
  }

  /** Parses the line that begins at {@code from} and has its LF at {@code lf}. */
  private @Nullable Refusal line(byte[] bytes, int start, int from, int lf) {
    if (lf == from || bytes[lf - 1] != Octets.CR) {
      return Refusal.BARE_LF;
    }
    scanned++;
    line = scanned;
    return state == State.FIELDS
        ? field(bytes, start, from, lf - 1)
        : requestLine(bytes, start, from, lf - 1);
  }

  private @Nullable Refusal requestLine(byte[] bytes, int start, int from, int to) {
    if (from == to) {
      return null; // an empty line before the request is ignored (RFC 9112 §2.2)
    }
    state = State.FIELDS;
    fields.begin();
    request.fieldsFrom = line;
    return RequestLine.parse(bytes, start, from, to, request);
  }

  private @Nullable Refusal field(byte[] bytes, int start, int from, int to) {
    if (from < to) {
      return fields.line(bytes, start, from, to);
    }
    state = State.COMPLETE;
    request.fieldsTo = line - 2;
    return fields.end();
  }

  /**
   * Why the {@code scanned} bytes are too many, or null. A line may have as many bytes as its
   * limit, and the CR. If two limits are exceeded, the one that was reached first counts. So the
   * result does not depend on how the bytes are split.
   */
  private @Nullable Refusal limitExceeded(byte[] bytes, int from) {
    boolean inFields = state == State.FIELDS;
    long lineLimit = line + 1L + (inFields ? limits.fieldLine() : limits.requestLine());
    long limit = Math.min(lineLimit, limits.head() - 1);
    if (scanned <= limit) {
      return null;
    }
    if (limit < lineLimit) {
      return Refusal.HEAD_TOO_LONG;
    }
    return inFields
        ? Refusal.FIELD_TOO_LONG
        : RequestLine.tooLong(bytes, from, from + limits.requestLine() + 1);
  }

  private Progress refuse(Refusal why) {
    state = State.REFUSED;
    refusal = why;
    return Progress.REFUSED;
  }

  /**
   * Detects a TLS handshake and the like by the first octet of the request line, because it may
   * never contain an LF. Not if empty lines have already used up the head: that limit needs no
   * further octet.
   */
  private boolean isNotHttp(byte[] bytes, int from, int end) {
    return state == State.REQUEST_LINE
        && from < end
        && line < limits.head()
        && !Octets.isToken(bytes[from])
        && bytes[from] != Octets.CR
        && bytes[from] != Octets.LF;
  }

  private static int indexOfLf(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == Octets.LF) {
        return i;
      }
    }
    return -1;
  }
}
