package tailgate.lab.candidate;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Reads responses (RFC 9112) from a connection, and skips their contents. */
final class AnswerReader {

  private static final int MOST_IN_LINE = 65_536;
  private static final int FIRST_FINAL = 200;

  private final InputStream in;

  /** The size of the head that is being read. Confined to the thread of the reader. */
  private int headBytes;

  AnswerReader(InputStream in) {
    this.in = in;
  }

  /** Reads the next final response to a HEAD, which has no content. */
  Answer readHead() throws IOException {
    Head head = finalHead();
    return new Answer(head.status, headBytes, 0, head.keeps);
  }

  /**
   * Reads the next final response to any other request.
   *
   * @throws EOFException if the server closes the connection before the end of the response
   * @throws IOException if the response is not HTTP/1
   */
  Answer read() throws IOException {
    Head head = finalHead();
    int size = headBytes;
    boolean hasNone = head.status == 204 || head.status == 304;
    if (hasNone) {
      return new Answer(head.status, size, 0, head.keeps);
    }
    if (head.chunked) {
      return new Answer(head.status, size, chunks(), head.keeps);
    }
    if (head.length >= 0) {
      in.skipNBytes(head.length);
      return new Answer(head.status, size, head.length, head.keeps);
    }
    return new Answer(head.status, size, in.transferTo(OutputStream.nullOutputStream()), false);
  }

  /**
   * The parts of a head that matter.
   *
   * @param length -1 if the head does not say
   */
  private record Head(int status, long length, boolean chunked, boolean keeps) {}

  private Head finalHead() throws IOException {
    Head head = head();
    while (head.status < FIRST_FINAL) {
      head = head();
    }
    return head;
  }

  private Head head() throws IOException {
    headBytes = 0;
    String start = line();
    if (!start.matches("HTTP/1\\.[01] \\d{3}( .*)?")) {
      throw new IOException("it does not speak HTTP/1, but says: " + shortened(start));
    }
    boolean keeps = start.startsWith("HTTP/1.1");
    long length = -1;
    boolean chunked = false;
    for (String field = line(); !field.isEmpty(); field = line()) {
      String[] parts = field.toLowerCase(Locale.ROOT).split(":", 2);
      String value = parts.length < 2 ? "" : parts[1].strip();
      switch (parts[0]) {
        case "content-length" -> length = number(value, 10);
        case "transfer-encoding" -> chunked = value.endsWith("chunked");
        case "connection" -> keeps = keeps(value, keeps);
        default -> {}
      }
    }
    return new Head(Integer.parseInt(start.substring(9, 12)), length, chunked, keeps);
  }

  private static boolean keeps(String connection, boolean usually) {
    List<String> options = List.of(connection.split("\\s*,\\s*"));
    return !options.contains("close") && (usually || options.contains("keep-alive"));
  }

  private long chunks() throws IOException {
    long all = 0;
    for (long size = chunk(); size > 0; size = chunk()) {
      in.skipNBytes(size);
      line();
      all += size;
    }
    String trailer = line();
    while (!trailer.isEmpty()) {
      trailer = line();
    }
    return all;
  }

  private long chunk() throws IOException {
    return number(line().replaceFirst("[ \t;].*", ""), 16);
  }

  private static long number(String text, int radix) throws IOException {
    try {
      return Long.parseLong(text, radix);
    } catch (NumberFormatException e) {
      throw new IOException("its response has no valid length: " + shortened(text), e);
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || bytes.size() > MOST_IN_LINE) {
        throw new EOFException("it closed the connection");
      }
      bytes.write(next);
    }
    headBytes += bytes.size() + 1;
    String line = bytes.toString(StandardCharsets.ISO_8859_1);
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(text.length(), 40));
  }
}
