package tailgate.http;

import org.jspecify.annotations.Nullable;

/**
 * Finds the end of a request's content, which a file server has no use for: by Content-Length, or
 * through the chunked coding (RFC 9112 §7.1), as its bytes arrive.
 *
 * <pre>
 *           Content-Length                        chunked
 *                 |                                  |
 *                 v                                  v
 *               SPAN                   +------> SIZE_FIRST --> SIZE <-> ... --;--> EXTENSION
 *                 |                    |                        |                     |
 *                 v                 DATA_LF                     +----> SIZE_LF <------+
 *               DONE                   ^                          size 0 |  | size > 0
 *                                   DATA_CR <------- DATA <--------------+--+
 *                                                                        v
 *        DONE <-- LAST_LF <-- empty line -- TRAILER_FIRST <--> TRAILER_NAME, _VALUE, _LF
 * </pre>
 *
 * <p>Makes no garbage. Not thread-safe.
 */
public final class BodyReader {

  private enum State {
    SPAN,
    SIZE_FIRST,
    SIZE,
    EXTENSION,
    SIZE_LF,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER_FIRST,
    TRAILER_NAME,
    TRAILER_VALUE,
    TRAILER_LF,
    LAST_LF,
    DONE,
    REFUSED
  }

  private static final int MOST_SIZE_DIGITS = 15; // fits a long

  private final Limits limits;

  private State state = State.DONE;

  /** Bytes of the span or of the present chunk still to come; while its size is read, the size. */
  private long remaining;

  private int sizeDigits;

  /** Decoded bytes so far, the present chunk included. */
  private long total;

  /** Bytes of chunk extensions and trailers so far. */
  private int overhead;

  private @Nullable Refusal refusal;

  /** A reader that allows what {@code limits} says. */
  public BodyReader(Limits limits) {
    this.limits = limits;
  }

  /** Prepares for the content that this request announces. */
  public void begin(Request request) {
    state = request.chunked ? State.SIZE_FIRST : State.SPAN;
    remaining = request.chunked ? 0 : request.contentLength;
    if (state == State.SPAN && remaining == 0) {
      state = State.DONE;
    }
    sizeDigits = 0;
    total = 0;
    overhead = 0;
    refusal = null;
  }

  /** Whether all of it, or too much of it, was seen. */
  public Progress progress() {
    return switch (state) {
      case DONE -> Progress.COMPLETE;
      case REFUSED -> Progress.REFUSED;
      default -> Progress.INCOMPLETE;
    };
  }

  /** Why the content was refused. */
  public Refusal refusal() {
    if (refusal == null) {
      throw new IllegalStateException("not refused");
    }
    return refusal;
  }

  /**
   * Passes over what of [from, to) belongs to the content.
   *
   * @return the number of bytes that did: fewer than all only once {@link #progress()} is final
   */
  public int consume(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && state != State.DONE && state != State.REFUSED) {
      if (state == State.SPAN || state == State.DATA) {
        long span = Math.min(remaining, to - at);
        remaining -= span;
        at += (int) span;
        if (remaining == 0) {
          state = state == State.SPAN ? State.DONE : State.DATA_CR;
        }
      } else {
        octet(bytes[at++]);
      }
    }
    return at - from;
  }

  private void octet(byte octet) {
    switch (state) {
      case SIZE_FIRST, SIZE -> size(octet);
      case EXTENSION -> text(octet, State.SIZE_LF, Refusal.CHUNK_INVALID);
      case SIZE_LF -> expect(octet, Octets.LF, remaining == 0 ? State.TRAILER_FIRST : State.DATA);
      case DATA_CR -> expect(octet, Octets.CR, State.DATA_LF);
      case DATA_LF -> expect(octet, Octets.LF, State.SIZE_FIRST);
      case TRAILER_FIRST -> {
        if (octet == Octets.CR) {
          state = State.LAST_LF;
        } else {
          state = State.TRAILER_NAME;
          trailerName(octet, true);
        }
      }
      case TRAILER_NAME -> trailerName(octet, false);
      case TRAILER_VALUE -> text(octet, State.TRAILER_LF, Refusal.TRAILERS_TOO_LONG);
      case TRAILER_LF -> expect(octet, Octets.LF, State.TRAILER_FIRST);
      case LAST_LF -> expect(octet, Octets.LF, State.DONE);
      case SPAN, DATA, DONE, REFUSED -> throw new IllegalStateException(state.name());
    }
  }

  private void size(byte octet) {
    int digit = Octets.hexDigit(octet);
    if (state == State.SIZE_FIRST) {
      remaining = 0;
      sizeDigits = 0;
    }
    if (digit >= 0) {
      state = State.SIZE;
      remaining = remaining << 4 | digit;
      if (++sizeDigits > MOST_SIZE_DIGITS) {
        refuse(Refusal.CHUNK_INVALID);
      }
      return;
    }
    boolean sized = state == State.SIZE;
    if (sized && octet == Octets.CR) {
      state = State.SIZE_LF;
    } else if (sized && (octet == ';' || octet == Octets.SP || octet == Octets.HTAB)) {
      state = State.EXTENSION;
    } else {
      refuse(Refusal.CHUNK_INVALID);
      return;
    }
    if (remaining > limits.body() - total) {
      refuse(Refusal.BODY_TOO_LARGE);
    } else {
      total += remaining;
    }
  }

  private void trailerName(byte octet, boolean first) {
    if (octet == Octets.COLON && !first) {
      state = State.TRAILER_VALUE;
    } else if (!Octets.isToken(octet)) {
      refuse(Refusal.FIELD_NAME);
    }
    spend(Refusal.TRAILERS_TOO_LONG);
  }

  /** An octet of a chunk extension or of a trailer's value, which a CR ends. */
  private void text(byte octet, State afterCr, Refusal tooLong) {
    if (octet == Octets.CR) {
      state = afterCr;
    } else if (!Octets.isValue(octet)) {
      refuse(afterCr == State.SIZE_LF ? Refusal.CHUNK_INVALID : Refusal.FIELD_VALUE);
    }
    spend(tooLong);
  }

  private void spend(Refusal tooMuch) {
    if (++overhead > limits.head() && state != State.REFUSED) {
      refuse(tooMuch);
    }
  }

  private void expect(byte octet, byte expected, State next) {
    if (octet == expected) {
      state = next;
    } else {
      refuse(Refusal.CHUNK_INVALID);
    }
  }

  private void refuse(Refusal why) {
    state = State.REFUSED;
    refusal = why;
  }
}
