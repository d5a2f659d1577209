package tailgate.http;

/**
 * Consecutive bytes of a representation (RFC 9110 §14.1.2).
 *
 * @param first position of the first byte, from 0
 * @param last position of the last byte, which belongs to the range
 */
record ByteRange(long first, long last) {

  /**
   * Makes a range.
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
   * The value of Content-Range for a part of so long a representation (RFC 9110 §14.4).
   *
   * @throws IllegalArgumentException if the range goes beyond it
   */
  String contentRange(long completeLength) {
    if (last >= completeLength) {
      throw new IllegalArgumentException(this + " is not within " + completeLength);
    }
    return "bytes " + first + "-" + last + "/" + completeLength;
  }

  /** Whether the two overlap, or lie next to each other. */
  boolean touches(ByteRange other) {
    return first <= other.last + 1 && other.first <= last + 1;
  }

  /** The bytes of both and of what is between them. */
  ByteRange span(ByteRange other) {
    return new ByteRange(Math.min(first, other.first), Math.max(last, other.last));
  }
}
