package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;
import tailgate.lab.machine.Ports;

/**
 * A connection to a server, on which one request follows the other. Confined to one thread at a
 * time.
 */
public final class Client implements AutoCloseable {

  private final Socket socket;
  private final AnswerReader answers;
  private final String authority;

  private Client(Socket socket, String authority) throws IOException {
    this.socket = socket;
    this.authority = authority;
    answers = new AnswerReader(new BufferedInputStream(socket.getInputStream()));
  }

  /**
   * Connects to a server.
   *
   * @param patience for the connection and for each part of a response
   * @throws OwnLimitException if this process or machine cannot open one more
   */
  public static Client open(String host, int port, Duration patience) throws IOException {
    Socket socket = new Socket();
    try {
      int millis = Math.toIntExact(patience.toMillis());
      socket.connect(new InetSocketAddress(host, port), millis);
      socket.setSoTimeout(millis);
      socket.setTcpNoDelay(true);
      return new Client(socket, host + ":" + port);
    } catch (IOException e) {
      socket.close();
      throw OwnLimitException.isOurs(e) ? new OwnLimitException(e) : e;
    }
  }

  /** Connects to a server of this machine. */
  static Client open(int port, Duration patience) throws IOException {
    return open(Ports.HOST, port, patience);
  }

  /**
   * Sends a request and reads the response.
   *
   * @param keep whether the connection shall be used again
   */
  public Answer ask(RequestSpec request, boolean keep) throws IOException {
    socket.getOutputStream().write(bytes(request, keep));
    return request.method().equals("HEAD") ? answers.readHead() : answers.read();
  }

  private byte[] bytes(RequestSpec request, boolean keep) {
    StringBuilder head = new StringBuilder();
    head.append(
        format("%s %s HTTP/1.1\r\nHost: %s\r\n", request.method(), request.target(), authority));
    for (Header field : request.headers()) {
      head.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }
    ByteBuffer body = request.body();
    if (body.hasRemaining() || request.hasEmptyBody()) {
      head.append("Content-Length: ").append(body.remaining()).append("\r\n");
    }
    head.append(keep ? "\r\n" : "Connection: close\r\n\r\n");
    byte[] content = new byte[body.remaining()];
    body.get(body.position(), content);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(content);
    return all.toByteArray();
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
