package tailgate.lab.race;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Runs clients of a lane beside its load: idle ones, which connect and send nothing, and slow
 * readers, which ask for 16 MiB and take 10 KiB of it a second. One that was disconnected connects
 * again after a second. Each has a virtual thread; confined to the thread of the lane.
 */
final class SideClients implements AutoCloseable {

  private static final long AGAIN_MILLIS = 1_000;
  private static final long PAUSE_MILLIS = 100;
  private static final int BYTES = 1_024;
  private static final int CONNECT_MILLIS = 2_000;

  /** Does what a client does with its connection until it ends. */
  private interface Visit {
    void on(Socket socket) throws IOException, InterruptedException;
  }

  private final int port;
  private final Deque<Thread> idle = new ArrayDeque<>();
  private final Deque<Thread> slow = new ArrayDeque<>();

  SideClients(int port) {
    this.port = port;
  }

  /** Starts and ends clients until there are so many. */
  void set(int idleClients, int slowReaders) {
    set(idle, idleClients, SideClients::waits);
    set(slow, slowReaders, SideClients::reads);
  }

  private void set(Deque<Thread> clients, int count, Visit visit) {
    while (clients.size() < count) {
      clients.add(Thread.ofVirtual().name("race-side-client").start(() -> again(visit)));
    }
    while (clients.size() > count) {
      clients.removeLast().interrupt();
    }
  }

  private void again(Visit visit) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        try (Socket socket = new Socket()) {
          socket.setReceiveBufferSize(BYTES); // or the kernel would take all at once
          InetAddress host = InetAddress.getLoopbackAddress();
          socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
          visit.on(socket);
        } catch (IOException e) {
          // The server refused it, or has ended the connection: that is its right.
        }
        Thread.sleep(AGAIN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the end
    }
  }

  /** Waits for the end of the stream. An interrupt closes the socket of a virtual thread. */
  private static void waits(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    while (in.read() >= 0) {
      // An idle client asks for nothing, so this is a refusal before the end of the stream.
    }
  }

  private static void reads(Socket socket) throws IOException, InterruptedException {
    String request = "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(RaceFolder.LARGE);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] buffer = new byte[BYTES];
    while (socket.getInputStream().read(buffer) >= 0) {
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  @Override
  public void close() {
    set(0, 0);
  }
}
