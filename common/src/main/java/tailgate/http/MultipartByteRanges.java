package tailgate.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The content of a 206 with several ranges (RFC 9110 §14.6, §15.3.7.2), without the bytes of the
 * representation: a head before each range, and an end after the last one.
 *
 * <p>The response itself has {@link #contentType} and must not have a Content-Range.
 *
 * @param parts in the order in which they are sent
 * @param end the bytes after the last range
 * @param contentType for the head of the response
 */
record MultipartByteRanges(List<Part> parts, Body.Bytes end, String contentType) {

  /** 128 random bits: no file contains them by accident, and nobody can predict them. */
  private static final int BOUNDARY_BYTES = 16;

  MultipartByteRanges {
    parts = List.copyOf(parts);
  }

  /**
   * One range and the bytes before it.
   *
   * @param head delimiter, fields and the empty line. The first one begins with a CRLF too, as RFC
   *     9110 §14.6 allows: zsync does not find the boundary without it.
   */
  record Part(Body.Bytes head, ByteRange range) {}

  /**
   * Prepares the parts.
   *
   * @param ranges at least two; a single one is sent without multipart
   * @param partType the Content-Type of the whole, which each part repeats
   * @param completeLength length of the whole
   * @param random must be unpredictable, so that nobody can write a file that contains the boundary
   */
  static MultipartByteRanges of(
      List<ByteRange> ranges, String partType, long completeLength, RandomGenerator random) {
    String boundary = boundary(random);
    List<Part> parts = new ArrayList<>();
    for (ByteRange range : ranges) {
      String head =
          "\r\n--%s\r\nContent-Type: %s\r\nContent-Range: %s\r\n\r\n"
              .formatted(boundary, partType, range.contentRange(completeLength));
      parts.add(new Part(bytes(head), range));
    }
    return new MultipartByteRanges(
        parts, bytes("\r\n--" + boundary + "--\r\n"), "multipart/byteranges; boundary=" + boundary);
  }

  /** The length of the content in bytes. */
  long length() {
    long length = end.length();
    for (Part part : parts) {
      length += part.head().length() + part.range().length();
    }
    return length;
  }

  private static String boundary(RandomGenerator random) {
    byte[] bytes = new byte[BOUNDARY_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static Body.Bytes bytes(String text) {
    return new Body.Bytes(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }
}
