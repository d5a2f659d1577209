package tailgate.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;

/**
 * One connection of a client that only exercises the server: in a {@link WarmUp} or a {@link
 * Rehearsal}. It understands the responses of this server only.
 *
 * <p>Confined to a thread.
 */
final class SampleClient implements Closeable {

  private static final int BUFFER = 16 << 10;

  private final Socket socket = new Socket();
  private final InputStream in;

  /** Connects to the server. The timeout applies to that and to each part of a response. */
  SampleClient(InetSocketAddress server, Duration timeout) throws IOException {
    int millis = Math.toIntExact(timeout.toMillis());
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(server, millis);
      in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** A request for {@code target} with these additional fields, each with its CRLF. */
  static byte[] request(String method, String target, String fields) {
    return (method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n")
        .getBytes(ISO_8859_1);
  }

  /** Sends the request and skips the response. Returns whether the server keeps the connection. */
  boolean ask(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    boolean content = !line().contains(" 304 ") && request[0] != 'H'; // not HEAD
    boolean kept = true;
    long length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String field = line.toLowerCase(Locale.ROOT);
      if (field.startsWith("content-length:")) {
        length = Long.parseLong(field.substring(field.indexOf(':') + 1).strip());
      }
      kept &= !field.equals("connection: close");
    }
    in.skipNBytes(content ? length : 0);
    return kept;
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the response has ended early");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
