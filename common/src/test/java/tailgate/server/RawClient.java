package tailgate.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A client that says exactly the bytes it is told to, and reads one response after the other. */
public final class RawClient implements AutoCloseable {

  /** How long a test waits for what takes a moment, before it fails: a busy machine is slow. */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  /** CR LF CR LF. */
  private static final int END_OF_HEAD = 0x0d0a0d0a;

  /**
   * Enough for a head in one read, and little enough for a client that is to leave bytes unread.
   */
  private static final int BUFFER = 512;

  private final Socket socket = new Socket();
  private final InputStream in;

  /** Connects. */
  public RawClient(InetSocketAddress address) throws IOException {
    this(address, 0);
  }

  /** Connects with a receive buffer of this many bytes, or the usual one for 0. */
  public RawClient(InetSocketAddress address, int receiveBuffer) throws IOException {
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    int patience = Math.toIntExact(PATIENCE.toMillis());
    socket.setSoTimeout(patience);
    socket.connect(address, patience);
    in = new BufferedInputStream(socket.getInputStream(), BUFFER);
  }

  /** A response as it came. */
  @SuppressWarnings("ArrayRecordComponent") // read once, compared never
  public record Reply(String head, byte[] body) {

    /** The three digits. */
    public int status() {
      return Integer.parseInt(head.substring(9, 12));
    }

    /** The value of the first field with this name, or null. */
    public @Nullable String field(String name) {
      String prefix = name.toLowerCase(Locale.ROOT) + ":";
      return head.lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
          .map(line -> line.substring(prefix.length()).strip())
          .findFirst()
          .orElse(null);
    }

    /** The head without the time at which it was made. */
    public String headWithoutDate() {
      return head.replaceFirst("Date: [^\r]*\r\n", "");
    }

    /** The body as text. */
    public String text() {
      return new String(body, ISO_8859_1);
    }

    @Override
    public String toString() {
      return head + "[" + body.length + " bytes]";
    }
  }

  /** How long a read waits before it throws {@link java.net.SocketTimeoutException}. */
  public RawClient readTimeout(int millis) throws IOException {
    socket.setSoTimeout(millis);
    return this;
  }

  /** Sends these characters, one octet each. */
  public RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    return this;
  }

  /** Sends these octets. */
  public RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Sends a GET with a Host field and nothing else. */
  public RawClient get(String target) throws IOException {
    return send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  /** Sends a GET with a Host field and this one. */
  public RawClient get(String target, String field) throws IOException {
    return send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n\r\n");
  }

  /** Ends the sending side. */
  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Reads one response with the body that its Content-Length announces. */
  public Reply read() throws IOException {
    return read(true);
  }

  /** Reads one response that has no body, whatever its Content-Length says. */
  public Reply readHeadOnly() throws IOException {
    return read(false);
  }

  private Reply read(boolean withBody) throws IOException {
    String head = readHead();
    Reply reply = new Reply(head, new byte[0]);
    String length = reply.field("Content-Length");
    if (!withBody || length == null) {
      return reply;
    }
    byte[] body = in.readNBytes(Integer.parseInt(length));
    if (body.length < Integer.parseInt(length)) {
      throw new EOFException(body.length + " of " + length + " bytes");
    }
    return new Reply(head, body);
  }

  /** Reads up to and including the empty line. */
  public String readHead() throws IOException {
    var head = new ByteArrayOutputStream(256);
    int lastFour = 0;
    while (lastFour != END_OF_HEAD) {
      int octet = in.read();
      if (octet < 0) {
        throw new EOFException("after " + head.toString(ISO_8859_1));
      }
      head.write(octet);
      lastFour = lastFour << 8 | octet;
    }
    return head.toString(ISO_8859_1);
  }

  /** Reads exactly so many bytes. */
  public byte[] readBytes(int count) throws IOException {
    return in.readNBytes(count);
  }

  /** Reads what one read brings. */
  public String readOnce() throws IOException {
    byte[] bytes = new byte[64 << 10];
    int n = in.read(bytes);
    return new String(bytes, 0, Math.max(n, 0), ISO_8859_1);
  }

  /** Waits for the server to close; fails if it sends anything instead. */
  public boolean isClosedByServer() throws IOException {
    return in.read() < 0;
  }

  /** Resets the connection instead of closing it. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
