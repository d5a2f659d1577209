package tailgate.lab.hyperfoil;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/** Answers each GET with the same bytes and counts them, as cheaply as possible. */
final class CountingServer implements AutoCloseable {

  private static final int BACKLOG = 1_024;

  private final ServerSocket port;
  private final byte[] answer;
  private final boolean closes;
  private final LongAdder requests = new LongAdder();

  CountingServer() throws IOException {
    this("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", false);
  }

  /**
   * Listens at once.
   *
   * @param answer empty for none
   * @param closes whether a connection ends with its first answer
   */
  CountingServer(String answer, boolean closes) throws IOException {
    this.answer = answer.getBytes(StandardCharsets.US_ASCII);
    this.closes = closes;
    port = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return port.getLocalPort();
  }

  long requests() {
    return requests.sum();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = port.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // closed
    }
  }

  /** The client sends the next request after the answer, so each empty line is an end. */
  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      byte[] some = new byte[4_096];
      int last = 0; // the last four bytes
      for (int read = in.read(some); read > 0; read = in.read(some)) {
        for (int i = 0; i < read; i++) {
          last = last << 8 | some[i];
          if (last == 0x0D0A0D0A) {
            requests.increment();
            client.getOutputStream().write(answer);
            if (closes) {
              return;
            }
          }
        }
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  @Override
  public void close() throws IOException {
    port.close();
  }
}
