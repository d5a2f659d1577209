import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a request costs at least in Java: one thread with a selector, which does not parse and sends
 * one of four prepared responses. {@code java RawLimit.java PORT FOLDER}; the folder has 1k.bin and
 * 100k.bin.
 *
 * <p>A read has to find one whole request. It is for 100k.bin if its seventh byte is a 0, and the
 * last one of its connection if a line begins with C, as {@code Connection: close} does. That is
 * enough for wrk.
 */
final class RawLimit {

  private static final ByteBuffer IN = ByteBuffer.allocateDirect(4096);

  private ByteBuffer out;
  private boolean last;

  public static void main(String[] args) throws IOException {
    ByteBuffer[] responses = {
      response(args[1], "1k.bin", ""),
      response(args[1], "100k.bin", ""),
      response(args[1], "1k.bin", "Connection: close\r\n"),
      response(args[1], "100k.bin", "Connection: close\r\n")
    };
    Selector selector = Selector.open();
    ServerSocketChannel port = ServerSocketChannel.open();
    port.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 4096)
        .configureBlocking(false);
    port.register(selector, SelectionKey.OP_ACCEPT);
    while (true) {
      selector.select(
          key -> {
            try {
              if (key.isAcceptable()) {
                accept(port, selector);
              } else {
                ((RawLimit) key.attachment()).go(key, responses);
              }
            } catch (IOException e) {
              close(key);
            }
          });
    }
  }

  private static ByteBuffer response(String folder, String file, String field) throws IOException {
    byte[] content = Files.readAllBytes(Path.of(folder, file));
    byte[] head =
        ("HTTP/1.1 200 OK\r\nContent-Length: " + content.length + "\r\n" + field + "\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(head.length + content.length).put(head).put(content).flip();
  }

  private static void accept(ServerSocketChannel port, Selector selector) throws IOException {
    for (SocketChannel client = port.accept(); client != null; client = port.accept()) {
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      client.configureBlocking(false);
      client.register(selector, SelectionKey.OP_READ, new RawLimit());
    }
  }

  private static void close(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void go(SelectionKey key, ByteBuffer[] responses) throws IOException {
    SocketChannel client = (SocketChannel) key.channel();
    if (out == null) {
      int end = client.read(IN.clear());
      if (end < 0) {
        close(key);
        return;
      }
      if (end < 16 || IN.get(end - 1) != '\n' || IN.get(end - 3) != '\n') {
        throw new IOException("not a whole request");
      }
      last = hasLineWithC(end);
      out = responses[(IN.get(6) == '0' ? 1 : 0) + (last ? 2 : 0)].duplicate();
    }
    client.write(out);
    if (out.hasRemaining()) {
      key.interestOps(SelectionKey.OP_WRITE);
      return;
    }
    out = null;
    if (last) {
      close(key);
    } else if (key.interestOps() != SelectionKey.OP_READ) {
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  private static boolean hasLineWithC(int end) {
    for (int i = 16; i < end; i++) {
      if (IN.get(i) == 'C' && IN.get(i - 1) == '\n') {
        return true;
      }
    }
    return false;
  }
}
