package tailgate.lab.echo;

import static tailgate.lab.load.Text.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The echo, and the main class of its JVM. One thread answers every request with 200 and a body of
 * fixed size. It reads no more of a request than it needs to find its end.
 *
 * <p>It can also use a known processor time for each request, measured by the kernel's clock of its
 * thread, so that the lab can check how it accounts for processor time.
 */
public final class EchoServer implements Closeable {

  /** The backlog has room for more connections than there are users. */
  private static final int BACKLOG = 16_384;

  private final Selector selector;
  private final ServerSocketChannel port;
  private final ByteBuffer response;
  private final Spin spin;

  /** The server's own thread; null if it runs in that of its caller. Confined to the caller's. */
  private @Nullable Thread thread;

  private EchoServer(InetSocketAddress address, int bodyBytes, Duration spin) throws IOException {
    response = response(bodyBytes);
    this.spin = new Spin(spin);
    selector = Selector.open();
    port = ServerSocketChannel.open();
    port.bind(address, BACKLOG);
    port.configureBlocking(false);
    port.register(selector, SelectionKey.OP_ACCEPT);
  }

  /**
   * Runs the server until the process is ended.
   *
   * @param args the port; the size of the body in bytes; the processor time for each request in
   *     microseconds; the address to listen on, without which it is the loopback address
   */
  public static void main(String[] args) throws IOException {
    InetAddress host = args.length > 3 ? InetAddress.getByName(args[3]) : loopback();
    InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(args[0]));
    Duration spin = Duration.ofNanos(1_000L * Long.parseLong(args[2]));
    try (EchoServer server = new EchoServer(address, Integer.parseInt(args[1]), spin)) {
      server.run();
    }
  }

  /**
   * Starts a server in this JVM, in a daemon thread, at a free port of the loopback address.
   *
   * @param bodyBytes the size of the body
   */
  public static EchoServer inThisJvm(int bodyBytes) throws IOException {
    EchoServer server =
        new EchoServer(new InetSocketAddress(loopback(), 0), bodyBytes, Duration.ZERO);
    server.thread = Thread.ofPlatform().daemon().name("echo").start(server::runUntilClosed);
    return server;
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  public int port() {
    return port.socket().getLocalPort();
  }

  /** Ends the server's own thread, if there is one, then closes the port and all connections. */
  @Override
  public void close() throws IOException {
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    for (SelectionKey key : selector.keys()) {
      close(key);
    }
    selector.close();
  }

  private static ByteBuffer response(int bodyBytes) {
    byte[] head =
        format("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", bodyBytes)
            .getBytes(StandardCharsets.US_ASCII);
    ByteBuffer response = ByteBuffer.allocateDirect(head.length + bodyBytes);
    return response.put(head).position(0); // the body is zeros
  }

  private void run() throws IOException {
    while (!Thread.currentThread().isInterrupted()) {
      selector.select(this::ready);
    }
  }

  private void runUntilClosed() {
    try {
      run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept();
      } else {
        ((EchoConnection) key.attachment()).proceed(key);
      }
    } catch (IOException e) {
      close(key); // the client has gone
    }
  }

  private void accept() throws IOException {
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
