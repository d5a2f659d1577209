import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * What a thread for each connection costs without a server around it: {@code java Naive.java serve
 * PORT} reads what a client sends first, answers, and closes; {@code java Naive.java start} starts
 * threads that do nothing, one after the other, and prints how long each took.
 */
public final class Naive {

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello\n"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int ROUNDS = 6;
  private static final int THREADS = 20_000;
  private static final int BACKLOG = 1024;

  private Naive() {}

  /** Ends after a few seconds, or serves until it is killed. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("start")) {
      start();
    } else {
      serve(Integer.parseInt(args[1]));
    }
  }

  private static void start() throws InterruptedException {
    for (int round = 1; round <= ROUNDS; round++) {
      long begin = System.nanoTime();
      for (int i = 0; i < THREADS; i++) {
        Thread.ofPlatform().start(() -> {}).join();
      }
      long took = System.nanoTime() - begin;
      System.out.printf(
          "round %d: start and end of a thread: %.1f us%n", round, took / 1e3 / THREADS);
    }
  }

  private static void serve(int port) throws IOException {
    try (var server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress("127.0.0.1", port), BACKLOG);
      while (true) {
        SocketChannel client = server.accept();
        Thread.ofPlatform().start(() -> answer(client));
      }
    }
  }

  private static void answer(SocketChannel client) {
    try (client) {
      client.read(ByteBuffer.allocate(4096));
      client.write(ByteBuffer.wrap(ANSWER));
    } catch (IOException e) {
      e.printStackTrace();
    }
  }
}
