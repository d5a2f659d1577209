package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A connection to a server of this machine, on which one request follows the other. Confined to one
 * thread at a time.
 */
final class Client implements AutoCloseable {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final Socket socket;
  private final AnswerReader answers;
  private final int port;

  private Client(Socket socket, int port) throws IOException {
    this.socket = socket;
    this.port = port;
    answers = new AnswerReader(new BufferedInputStream(socket.getInputStream()));
  }

  /**
   * Connects to the server.
   *
   * @param patience for the connection and for each part of a response
   * @throws OwnLimitException if this process or machine cannot open one more
   */
  static Client open(int port, Duration patience) throws IOException {
    Socket socket = new Socket();
    try {
      int millis = Math.toIntExact(patience.toMillis());
      socket.connect(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), millis);
      socket.setSoTimeout(millis);
      socket.setTcpNoDelay(true);
      return new Client(socket, port);
    } catch (IOException e) {
      socket.close();
      throw OwnLimitException.isOurs(e) ? new OwnLimitException(e) : e;
    }
  }

  /**
   * Sends a GET and reads the response.
   *
   * @param keep whether the connection shall be used again
   */
  Answer get(String path, boolean keep) throws IOException {
    String request =
        format(
            "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n%s\r\n",
            path, port, keep ? "" : "Connection: close\r\n");
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return answers.read();
  }

  /** Whether the server closes the connection within a time. */
  boolean isClosedByServer(Duration time) {
    try {
      socket.setSoTimeout(Math.toIntExact(time.toMillis()));
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // with a reset
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // it is gone
    }
  }
}
