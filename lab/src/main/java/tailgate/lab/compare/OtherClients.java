package tailgate.lab.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.Bystanders;
import tailgate.lab.machine.Ports;

/**
 * Clients beside the load: they keep their connections and ask rarely or never again, or read a
 * large answer slowly, until they are closed. One thread looks at all of them. Nothing that they
 * see is measured.
 *
 * <p>{@link #check} and {@link #close} belong to the thread that has made them.
 */
final class OtherClients implements Bystanders {

  /** What they do once they have asked. */
  private enum Kind {
    ASK_AGAIN,
    ASK_ONCE,
    READ_SLOWLY
  }

  /** What slow readers ask for; longer than all buffers between server and client together. */
  private static final String LARGE = "/large";

  private static final Duration TICK = Duration.ofMillis(100);

  /** Ticks between two looks at an idle client, so it asks every 30 s. */
  private static final int SELDOM = 300;

  /** A slow reader reads so many bytes in a tick, which is 4 KB a second. */
  private static final int SLOW_BYTES = 400;

  /** A window that is soon full. */
  private static final int SMALL_WINDOW = 4 << 10;

  private static final int CONNECT_MILLIS = 10_000;

  /** How long a client that asks once is waited for, before the next one connects. */
  private static final int PACE_MILLIS = 20;

  private final byte[] request;
  private final Kind kind;
  private final List<Client> clients = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread;

  /** The place of the client that the thread looks at next. Confined to the thread. */
  private int next;

  /** Why they are not what they should be. Volatile: set by the thread, read by others. */
  private volatile @Nullable String failure;

  private OtherClients(String path, Kind kind) {
    this.kind = kind;
    request =
        "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
            .formatted(path, Ports.HOST)
            .getBytes(StandardCharsets.US_ASCII);
    thread = Thread.ofPlatform().name("other-clients").daemon().unstarted(this::look);
  }

  /** Connects so many that ask rarely. */
  static OtherClients idle(int port, int count, String path) throws IOException {
    return new OtherClients(path, Kind.ASK_AGAIN).connect(port, count);
  }

  /** Connects so many that ask once, and then are silent. */
  static OtherClients silent(int port, int count, String path) throws IOException {
    return new OtherClients(path, Kind.ASK_ONCE).connect(port, count);
  }

  /** Connects so many that read slowly. */
  static OtherClients slow(int port, int count) throws IOException {
    return new OtherClients(LARGE, Kind.READ_SLOWLY).connect(port, count);
  }

  private OtherClients connect(int port, int count) throws IOException {
    try {
      for (int i = 0; i < count; i++) {
        Client client = new Client(SocketChannel.open());
        clients.add(client);
        client.connect(port);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    thread.start();
    return this;
  }

  /** A client. Confined to the thread, once that has started. */
  private final class Client {

    private final SocketChannel channel;
    private boolean isAnswered;

    Client(SocketChannel channel) {
      this.channel = channel;
    }

    void connect(int port) throws IOException {
      if (kind == Kind.READ_SLOWLY) {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_WINDOW); // before it connects
      }
      channel
          .socket()
          .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      channel.write(ByteBuffer.wrap(request));
      if (kind == Kind.ASK_ONCE) {
        awaitAnswer();
      }
      channel.configureBlocking(false);
    }

    /**
     * Waits for a moment. If all came at once, a server with a short backlog would not take some,
     * which would try again after seconds.
     */
    private void awaitAnswer() throws IOException {
      channel.socket().setSoTimeout(PACE_MILLIS);
      try {
        isAnswered = channel.socket().getInputStream().read() >= 0;
      } catch (SocketTimeoutException e) {
        // it has other things to do
      }
    }

    void look(ByteBuffer buffer) throws IOException {
      int read = channel.read(buffer.clear());
      if (read < 0) {
        throw new IOException("the server has closed its connection");
      }
      isAnswered |= read > 0;
      if (kind == Kind.ASK_AGAIN && isAnswered) {
        isAnswered = false;
        channel.write(ByteBuffer.wrap(request)); // 50 bytes find room
      }
    }
  }

  private void look() {
    boolean areSlow = kind == Kind.READ_SLOWLY;
    ByteBuffer buffer = ByteBuffer.allocate(areSlow ? SLOW_BYTES : SMALL_WINDOW);
    int atOnce = areSlow ? clients.size() : Math.ceilDiv(clients.size(), SELDOM);
    try {
      while (!end.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
        for (int i = 0; i < atOnce; i++) {
          clients.get(next).look(buffer);
          next = (next + 1) % clients.size();
        }
      }
    } catch (IOException e) {
      failure = "a client beside the load was cut off: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void check() throws LabException {
    String why = failure;
    if (why != null) {
      throw new LabException(why);
    }
  }

  @Override
  public void close() {
    end.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Client client : clients) {
      try {
        client.channel.close();
      } catch (IOException e) {
        // the server has closed it
      }
    }
  }
}
