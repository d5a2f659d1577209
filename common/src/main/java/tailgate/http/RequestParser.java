package tailgate.http;

import org.jspecify.annotations.Nullable;

/**
 * Reads a request's head as its bytes arrive (RFC 9112 §2 to §5), strictly: whatever two parsers
 * could read differently is refused, bare LF included.
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
 * <p>A line is looked at once its LF is there, so nothing is ever parsed twice and a head costs
 * time in proportion to its length, however it is cut up. Where the head is refused does not depend
 * on the cuts either. Makes no garbage. Not thread-safe.
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

  /** Where the line being received begins. */
  private int line;

  /** Up to where no LF was found, at least {@code line}. */
  private int scanned;

  private @Nullable Refusal refusal;

  /** A parser that allows what {@code limits} says. */
  public RequestParser(Limits limits) {
    this.limits = limits;
    this.fields = new FieldsReader(limits, request);
  }

  /** Forgets the request and the array it was bound to, to begin the next. */
  public void reset() {
    request.forget();
    state = State.REQUEST_LINE;
    line = 0;
    scanned = 0;
    refusal = null;
  }

  /** The request whose head is complete; {@link Request#bind} it before it is read. */
  public Request request() {
    return request;
  }

  /** Bytes of the complete head, its last empty line included. */
  public int length() {
    return line;
  }

  /** Why the request was refused. */
  public Refusal refusal() {
    if (refusal == null) {
      throw new IllegalStateException("not refused");
    }
    return refusal;
  }

  /**
   * Goes on with the bytes from {@code start}, where this request begins, to {@code end}. What was
   * there before must still be there; it may have moved. Once the answer is final it stays so until
   * {@link #reset}, whatever else arrives.
   */
  public Progress parse(byte[] bytes, int start, int end) {
    while (state == State.REQUEST_LINE || state == State.FIELDS) {
      int from = start + line;
      if (isNoise(bytes, from, end)) {
        return refuse(Refusal.NOT_HTTP);
      }
      int lf = indexOfLf(bytes, start + scanned, end);
      scanned = (lf < 0 ? end : lf) - start;
      Refusal wrong = excess(bytes, from);
      if (wrong == null && lf < 0) {
        return Progress.INCOMPLETE;
      }
      if (wrong == null) {
        wrong = line(bytes, start, from, lf);
      }
      if (wrong != null) {
        return refuse(wrong);
      }
    }
    return state == State.COMPLETE ? Progress.COMPLETE : Progress.REFUSED;
  }

  /** The line that begins at {@code from} and has its LF at {@code lf}. */
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
      return null; // an empty line before the request is passed over (RFC 9112 §2.2)
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
   * Why the {@code scanned} bytes, in which the present line has no LF yet, are too many, or null.
   * A line may have its limit and the CR. Where both limits are exceeded, the one reached first
   * counts, so that the answer is the same for bytes that come alone or together.
   */
  private @Nullable Refusal excess(byte[] bytes, int from) {
    boolean inFields = state == State.FIELDS;
    long lineMost = line + 1L + (inFields ? limits.fieldLine() : limits.requestLine());
    long most = Math.min(lineMost, limits.head() - 1);
    if (scanned <= most) {
      return null;
    }
    if (most < lineMost) {
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
   * Tells a TLS handshake and the like at once, which may never send an LF: by the first octet of
   * what should be a request line. Not where empty lines have used up the head already, as that is
   * found out without any octet more.
   */
  private boolean isNoise(byte[] bytes, int from, int end) {
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
