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

  private final Limits limits;
  private final Request request = new Request();
  private final FieldsReader fields;

  /** Where the line being received begins. */
  private int line;

  /** Up to where no LF was found, at least {@code line}. */
  private int scanned;

  private boolean inFields;
  private @Nullable Refusal refusal;

  /** A parser that allows what {@code limits} says. */
  public RequestParser(Limits limits) {
    this.limits = limits;
    this.fields = new FieldsReader(limits, request);
  }

  /** Forgets the request, to begin the next. */
  public void reset() {
    line = 0;
    scanned = 0;
    inFields = false;
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
   * there before must still be there; it may have moved.
   */
  public Progress parse(byte[] bytes, int start, int end) {
    if (scanned == 0 && start < end && cannotBegin(bytes[start])) {
      return refuse(Refusal.NOT_HTTP);
    }
    while (true) {
      int lf = indexOfLf(bytes, start + scanned, end);
      scanned = (lf < 0 ? end : lf) - start;
      if (exceedsLimit()) {
        return Progress.REFUSED;
      }
      if (lf < 0) {
        return Progress.INCOMPLETE;
      }
      scanned++;
      int from = start + line;
      if (lf == from || bytes[lf - 1] != Octets.CR) {
        return refuse(Refusal.BARE_LF);
      }
      line = scanned;
      Progress progress =
          inFields ? field(bytes, from, lf - 1) : requestLine(bytes, start, from, lf - 1);
      if (progress != Progress.INCOMPLETE) {
        return progress;
      }
    }
  }

  private Progress requestLine(byte[] bytes, int start, int from, int to) {
    if (from == to) {
      return Progress.INCOMPLETE; // an empty line before the request is passed over (RFC 9112 §2.2)
    }
    refusal = RequestLine.parse(bytes, start, from, to, request);
    if (refusal != null) {
      return Progress.REFUSED;
    }
    inFields = true;
    fields.begin();
    request.fieldsFrom = line;
    return Progress.INCOMPLETE;
  }

  private Progress field(byte[] bytes, int from, int to) {
    boolean last = from == to;
    refusal = last ? fields.end() : fields.line(bytes, from, to);
    if (refusal != null) {
      return Progress.REFUSED;
    }
    if (!last) {
      return Progress.INCOMPLETE;
    }
    request.fieldsTo = line - 2;
    return Progress.COMPLETE;
  }

  /**
   * Whether the {@code scanned} bytes, in which the present line has no LF yet, are too many. A
   * line may have its limit and the CR. Where both limits are exceeded, the one reached first
   * counts, so that the answer is the same for bytes that come alone or together.
   */
  private boolean exceedsLimit() {
    int lineMost = line + (inFields ? limits.fieldLine() : limits.requestLine()) + 1;
    int most = Math.min(lineMost, limits.head() - 1);
    if (scanned <= most) {
      return false;
    }
    if (most < lineMost) {
      refusal = Refusal.HEAD_TOO_LONG;
    } else {
      refusal = inFields ? Refusal.FIELD_TOO_LONG : Refusal.TARGET_TOO_LONG;
    }
    return true;
  }

  private Progress refuse(Refusal why) {
    refusal = why;
    return Progress.REFUSED;
  }

  /** Tells a TLS handshake and other noise at once, which may never send an LF. */
  private static boolean cannotBegin(byte first) {
    return !Octets.isToken(first) && first != Octets.CR && first != Octets.LF;
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
