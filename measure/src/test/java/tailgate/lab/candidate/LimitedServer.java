package tailgate.lab.candidate;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server with a limit that is to be found. Thread-safe. */
final class LimitedServer implements AutoCloseable {

  /** What it does with a connection beyond its limit. */
  enum Beyond {
    LEAVES_IT_WITHOUT_AN_ANSWER,
    CLOSES_IT,
    CLOSES_THE_OLDEST
  }

  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final int connections;
  private final int requests;
  private final Beyond beyond;

  /** Guarded by itself. */
  private final Deque<Socket> open = new ArrayDeque<>();

  /**
   * @param connections that it takes at the same time
   * @param requests that it answers on each of them
   */
  LimitedServer(int connections, int requests, Beyond beyond) throws IOException {
    this.connections = connections;
    this.requests = requests;
    this.beyond = beyond;
    listener = new ServerSocket(0, 100, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        synchronized (open) {
          open.add(socket);
          if (open.size() <= connections) {
            threads.execute(() -> serve(socket));
            continue;
          }
          switch (beyond) {
            case LEAVES_IT_WITHOUT_AN_ANSWER -> {}
            case CLOSES_IT -> open.removeLast().close();
            case CLOSES_THE_OLDEST -> {
              open.removeFirst().close();
              threads.execute(() -> serve(socket));
            }
          }
        }
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket socket) {
    try {
      for (int i = 1; i <= requests && hasRequest(socket.getInputStream()); i++) {
        String field = i == requests ? "Connection: close\r\n" : "";
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n" + field + "\r\nhello";
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      }
      synchronized (open) {
        open.remove(socket);
      }
      socket.close();
    } catch (IOException e) {
      // it was closed
    }
  }

  private static boolean hasRequest(InputStream in) throws IOException {
    int newLines = 0;
    while (newLines < 2) {
      int next = in.read();
      if (next < 0) {
        return false;
      }
      newLines = next == '\n' ? newLines + 1 : next == '\r' ? newLines : 0;
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    synchronized (open) {
      for (Socket socket : open) {
        socket.close();
      }
    }
    threads.close();
  }
}
