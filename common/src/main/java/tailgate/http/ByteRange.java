package tailgate.http;

/**
 * Consecutive bytes of a representation (RFC 9110 §14.1.2).
 *
 * @param first position of the first byte, from 0
 * @param last position of the last byte, inclusive
 */
record ByteRange(long first, long last) {

  /**
   * Refuses an invalid range.
   *
   * @throws IllegalArgumentException unless 0 ≤ first ≤ last &lt; 2^63 - 1
   */
  ByteRange {
    if (first < 0 || last < first || last == Long.MAX_VALUE) {
      throw new IllegalArgumentException("not a range: " + first + "-" + last);
    }
  }

  /** Number of bytes, at least 1. */
  long length() {
    return last - first + 1;
  }

  /**
   * The value of Content-Range for this part of a representation of {@code completeLength} bytes
   * (RFC 9110 §14.4).
   *
   * @throws IllegalArgumentException if the range goes beyond it
   */
  String contentRange(long completeLength) {
    if (last >= completeLength) {
      throw new IllegalArgumentException(this + " is not within " + completeLength);
    }
    return "bytes " + first + "-" + last + "/" + completeLength;
  }

  /** Whether the two overlap or are adjacent. */
  boolean touches(ByteRange other) {
    return first <= other.last + 1 && other.first <= last + 1;
  }

  /** The range from the beginning of the first to the end of the last. */
  ByteRange span(ByteRange other) {
    return new ByteRange(Math.min(first, other.first), Math.max(last, other.last));
  }
}
