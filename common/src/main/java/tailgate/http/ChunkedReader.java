package tailgate.http;

import org.jspecify.annotations.Nullable;

/**
 * Finds the end of chunked content (RFC 9112 §7.1) as its bytes arrive.
 *
 * <pre>
 *   +---> SIZE_FIRST --digit--> SIZE ----space----> SIZE_SPACE
 *   |                            |  \                   |
 *   |                           CR   +-------+----------+
 *   |                            |           ;
 *   |                            v           v
 *   |                         SIZE_LF <-CR-- EXTENSION
 *   |                          |   |
 *   |             size above 0 |   | size 0
 *   |                          v   |
 *   +-- DATA_LF <- DATA_CR <- DATA |
 *                                  v           CR
 *          +----------------> TRAILER_FIRST ------------------> LAST_LF --> DONE
 *          |                       |
 *          |                       +--> TRAILER_NAME --:--> TRAILER_VALUE
 *          |                                                      |
 *          +-------------------- TRAILER_LF <---------CR----------+
 * </pre>
 *
 * <p>Any other octet leads to REFUSED. Two parsers could disagree about such input: space without
 * an extension, or a bare LF at the end of an extension. {@link ChunkExtensions} is the grammar of
 * EXTENSION. Allocates nothing. Not thread-safe.
 *
 * <p>Tests: BodyReaderTest, MalformedChunksTest.
 */
final class ChunkedReader {

  private enum State {
    SIZE_FIRST,
    SIZE,
    SIZE_SPACE,
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

  private static final int MAX_SIZE_DIGITS = 15; // without leading zeros; fits a long

  private final Limits limits;
  private final ChunkExtensions extensions = new ChunkExtensions();

  private State state = State.DONE;

  /** Bytes of the current chunk still to come; while its size is read, the size so far. */
  private long remaining;

  private int sizeDigits;

  /** Decoded bytes so far, including the current chunk. */
  private long total;

  /**
   * Bytes of chunk extensions, leading zeros and trailers so far. The limit of a head applies to
   * all of them together.
   */
  private long overhead;

  /** Decoded bytes in what was consumed last. */
  int content;

  private @Nullable Refusal refusal;

  ChunkedReader(Limits limits) {
    this.limits = limits;
  }

  void begin() {
    state = State.SIZE_FIRST;
    total = 0;
    overhead = 0;
    refusal = null;
  }

  Progress progress() {
    return switch (state) {
      case DONE -> Progress.COMPLETE;
      case REFUSED -> Progress.REFUSED;
      default -> Progress.INCOMPLETE;
    };
  }

  Refusal refusal() {
    if (refusal == null) {
      throw new IllegalStateException("not refused");
    }
    return refusal;
  }

  /**
   * Consumes the part of [from, to) that belongs to the body; returns its length. The {@link
   * #content} begins at {@code from} then, without the framing of chunks.
   */
  int consume(byte[] bytes, int from, int to) {
    int at = from;
    content = 0;
    while (at < to && state != State.DONE && state != State.REFUSED) {
      if (state == State.DATA) {
        int span = (int) Math.min(remaining, to - at);
        System.arraycopy(bytes, at, bytes, from + content, span);
        content += span;
        remaining -= span;
        at += span;
        if (remaining == 0) {
          state = State.DATA_CR;
        }
      } else {
        octet(bytes[at++]);
      }
    }
    return at - from;
  }

  private void octet(byte octet) {
    switch (state) {
      case SIZE_FIRST -> sizeFirst(octet);
      case SIZE, SIZE_SPACE -> size(octet);
      case EXTENSION -> extension(octet);
      case SIZE_LF -> expect(octet, Octets.LF, remaining == 0 ? State.TRAILER_FIRST : State.DATA);
      case DATA_CR -> expect(octet, Octets.CR, State.DATA_LF);
      case DATA_LF -> expect(octet, Octets.LF, State.SIZE_FIRST);
      case TRAILER_FIRST -> trailerFirst(octet);
      case TRAILER_NAME -> trailerName(octet);
      case TRAILER_VALUE -> trailerValue(octet);
      case TRAILER_LF -> expect(octet, Octets.LF, State.TRAILER_FIRST);
      case LAST_LF -> expect(octet, Octets.LF, State.DONE);
      case DATA, DONE, REFUSED -> throw new IllegalStateException(state.name());
    }
  }

  private void sizeFirst(byte octet) {
    remaining = 0;
    sizeDigits = 0;
    digit(octet);
  }

  private void size(byte octet) {
    if (octet == ';') {
      extensions.begin();
      endSize(State.EXTENSION);
    } else if (octet == Octets.CR && state == State.SIZE) {
      endSize(State.SIZE_LF);
    } else if (Octets.isSpace(octet)) {
      state = State.SIZE_SPACE;
      countOverhead(Refusal.CHUNK_INVALID);
    } else {
      digit(octet);
    }
  }

  private void digit(byte octet) {
    int digit = Octets.hexDigit(octet);
    boolean leadingZero = digit == 0 && remaining == 0;
    if (digit < 0
        || state == State.SIZE_SPACE
        || (!leadingZero && ++sizeDigits > MAX_SIZE_DIGITS)) {
      refuse(Refusal.CHUNK_INVALID);
      return;
    }
    if (leadingZero && state == State.SIZE) {
      countOverhead(Refusal.CHUNK_INVALID); // legal, but not without end
    }
    if (state != State.REFUSED) {
      state = State.SIZE;
      remaining = remaining << 4 | digit;
    }
  }

  private void extension(byte octet) {
    if (octet == Octets.CR && extensions.mayEnd()) {
      state = State.SIZE_LF;
    } else if (!extensions.accept(octet)) {
      refuse(Refusal.CHUNK_INVALID);
    }
    countOverhead(Refusal.CHUNK_INVALID);
  }

  private void endSize(State next) {
    if (remaining > limits.body() - total) {
      refuse(Refusal.BODY_TOO_LARGE);
    } else {
      total += remaining;
      state = next;
    }
  }

  private void trailerFirst(byte octet) {
    if (octet == Octets.CR) {
      state = State.LAST_LF;
    } else if (Octets.isToken(octet)) {
      state = State.TRAILER_NAME;
      countOverhead(Refusal.TRAILERS_TOO_LONG);
    } else {
      refuse(Refusal.FIELD_NAME);
    }
  }

  private void trailerName(byte octet) {
    if (octet == Octets.COLON) {
      state = State.TRAILER_VALUE;
    } else if (!Octets.isToken(octet)) {
      refuse(Refusal.FIELD_NAME);
    }
    countOverhead(Refusal.TRAILERS_TOO_LONG);
  }

  private void trailerValue(byte octet) {
    if (octet == Octets.CR) {
      state = State.TRAILER_LF;
    } else if (!Octets.isValue(octet)) {
      refuse(Refusal.FIELD_VALUE);
    }
    countOverhead(Refusal.TRAILERS_TOO_LONG);
  }

  private void countOverhead(Refusal refusalIfTooLong) {
    if (++overhead > limits.head() && state != State.REFUSED) {
      refuse(refusalIfTooLong);
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
