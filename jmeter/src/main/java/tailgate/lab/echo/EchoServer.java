package tailgate.lab.echo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The main class of the echo's JVM. One thread answers every request with 200 and a body of fixed
 * size. It reads no more of a request than it needs to find its end.
 *
 * <p>It can also use a known processor time for each request, measured by the kernel's clock of its
 * thread, so that the lab can check how it accounts for processor time.
 */
public final class EchoServer {

  /** More than there are users. */
  private static final int BACKLOG = 16_384;

  private final Selector selector;
  private final ByteBuffer response;
  private final Spin spin;

  private EchoServer(Selector selector, ByteBuffer response, Spin spin) {
    this.selector = selector;
    this.response = response;
    this.spin = spin;
  }

  /**
   * Runs until the process is ended.
   *
   * @param args the port; the size of the body in bytes; the processor time for each request in
   *     microseconds; the address to listen on, without which it is the loopback address
   */
  public static void main(String[] args) throws IOException {
    InetAddress host =
        args.length > 3
            ? InetAddress.getByName(args[3])
            : InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(args[0]));
    ByteBuffer response = response(Integer.parseInt(args[1]));
    Spin spin = new Spin(Duration.ofNanos(1_000L * Long.parseLong(args[2])));
    try (Selector selector = Selector.open();
        ServerSocketChannel port = ServerSocketChannel.open()) {
      port.bind(address, BACKLOG);
      port.configureBlocking(false);
      port.register(selector, SelectionKey.OP_ACCEPT);
      new EchoServer(selector, response, spin).run();
    }
  }

  private static ByteBuffer response(int bodyBytes) {
    byte[] head =
        "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"
            .formatted(bodyBytes)
            .getBytes(StandardCharsets.US_ASCII);
    ByteBuffer response = ByteBuffer.allocateDirect(head.length + bodyBytes);
    return response.put(head).position(0); // the body is zeros
  }

  private void run() throws IOException {
    while (!Thread.currentThread().isInterrupted()) {
      selector.select(this::ready);
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept((ServerSocketChannel) key.channel());
      } else {
        ((EchoConnection) key.attachment()).proceed(key);
      }
    } catch (IOException e) {
      close(key); // the client has gone
    }
  }

  private void accept(ServerSocketChannel port) throws IOException {
    SocketChannel client;
    while ((client = port.accept()) != null) {
      client.configureBlocking(false);
      client.socket().setTcpNoDelay(true);
      client.register(
          selector, SelectionKey.OP_READ, new EchoConnection(client, response.duplicate(), spin));
    }
  }

  private static void close(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException e) {
      // Nothing depends on it.
    }
  }
}
