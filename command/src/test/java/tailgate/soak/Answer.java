package tailgate.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A response that arrived whole.
 *
 * @param head in lower case, up to and including the empty line
 */
@SuppressWarnings("ArrayRecordComponent") // read once, compared never
public record Answer(String head, byte[] body) {

  private static final int EMPTY_LINE = 4;

  /** Reads a response; null if the stream ends before its first byte. */
  static @Nullable Answer read(InputStream in, boolean withBody) throws IOException {
    String head = readHead(in);
    if (head == null) {
      return null;
    }
    Answer answer = new Answer(head, new byte[0]);
    String length = withBody ? answer.field("content-length") : null;
    if (length == null) {
      return answer;
    }
    byte[] body = in.readNBytes(Integer.parseInt(length));
    if (body.length < Integer.parseInt(length)) {
      throw new EOFException("the body is cut");
    }
    return new Answer(head, body);
  }

  private static @Nullable String readHead(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    int matched = 0; // of CR LF CR LF
    while (matched < EMPTY_LINE) {
      int octet = in.read();
      if (octet < 0 && head.size() == 0) {
        return null;
      }
      if (octet < 0) {
        throw new EOFException("the head is cut");
      }
      head.write(octet);
      boolean fits = octet == (matched % 2 == 0 ? '\r' : '\n');
      matched = fits ? matched + 1 : octet == '\r' ? 1 : 0;
    }
    return head.toString(US_ASCII).toLowerCase(Locale.ROOT);
  }

  /** The three digits. */
  public int status() {
    return Integer.parseInt(head.substring(9, 12));
  }

  /** Whether the server says that it closes the connection. */
  boolean closes() {
    return "close".equals(field("connection"));
  }

  /** The value of the first field with this name, which is in lower case. */
  @Nullable String field(String name) {
    int at = head.indexOf("\r\n" + name + ":");
    if (at < 0) {
      return null;
    }
    int begin = at + name.length() + 3;
    return head.substring(begin, head.indexOf('\r', begin)).strip();
  }

  @Override
  public String toString() {
    return head.lines().findFirst().orElse("") + ", " + body.length + " bytes";
  }
}
