package tailgate.lab.variants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.Bystanders;
import tailgate.lab.machine.Ports;

/**
 * Clients beside the load who keep a server busy: each keeps its connection, and asks again once it
 * has its answer. One thread serves all of them.
 *
 * <p>It belongs to the thread that has made it, but for {@link #look}, the thread of the clients.
 */
final class Regulars implements Bystanders {

  private static final String FINE = "HTTP/1.1 200 ";
  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final Pattern LENGTH =
      Pattern.compile("^content-length: *(\\d+)", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);
  private static final int BUFFER_BYTES = 64 << 10;
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(5);

  private final int count;
  private final byte[] request;

  /**
   * Of the answers, in microseconds. Confined to the thread of the clients until that has ended.
   */
  private final Histogram latencies = new Histogram(LONGEST_MICROS, 3);

  /** Null unless they are there. */
  private @Nullable Selector selector;

  /** Null before they have come. */
  private @Nullable Thread thread;

  private long begin;
  private long end;

  /** Volatile: set by the owner, read by the thread of the clients. */
  private volatile boolean isOver;

  /** Why they are not what they should be. Volatile: set by their thread, read by the owner. */
  private volatile @Nullable String failure;

  /**
   * @param count how many will arrive
   * @param path of all requests; must be answered with 200 and a length
   */
  Regulars(int count, String path) {
    this.count = count;
    request =
        "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
            .formatted(path, Ports.HOST)
            .getBytes(StandardCharsets.US_ASCII);
  }

  /** Connects them; each asks at once. */
  Regulars arrive(int port) throws IOException {
    Selector opened = Selector.open();
    selector = opened;
    List<Client> clients = new ArrayList<>();
    try {
      var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      for (int i = 0; i < count; i++) {
        clients.add(new Client(SocketChannel.open(server), opened));
      }
      begin = System.nanoTime();
      for (Client client : clients) {
        client.ask();
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    thread = Thread.ofPlatform().name("regulars").daemon().start(() -> look(opened));
    return this;
  }

  /** One of them. Confined to the thread, once that has started. */
  private final class Client {

    private final SocketChannel channel;
    private long askedNanos;

    /** Bytes of the answer's body that are still to come; negative while its head is. */
    private long missing = -1;

    Client(SocketChannel channel, Selector selector) throws IOException {
      this.channel = channel;
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, this);
    }

    void ask() throws IOException {
      missing = -1;
      askedNanos = System.nanoTime();
      channel.write(ByteBuffer.wrap(request)); // 60 bytes find room
    }

    void read(ByteBuffer buffer) throws IOException {
      int read = channel.read(buffer.clear());
      if (read < 0) {
        throw new IOException("the server has closed its connection");
      }
      missing = missing < 0 ? afterHead(buffer.flip()) : missing - read;
      if (missing < 0) {
        throw new IOException("it got more than its answer");
      }
      if (missing == 0) {
        long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - askedNanos);
        latencies.recordValue(Math.min(micros, LONGEST_MICROS));
        ask();
      }
    }

    /** A head is short, and comes in one piece. */
    private static long afterHead(ByteBuffer bytes) throws IOException {
      String text = StandardCharsets.ISO_8859_1.decode(bytes).toString();
      int head = text.indexOf(END_OF_HEAD);
      Matcher length = LENGTH.matcher(text).region(0, Math.max(0, head));
      if (head < 0 || !text.startsWith(FINE) || !length.find()) {
        throw new IOException("it got \"%s\"".formatted(text.lines().findFirst().orElse("")));
      }
      return Long.parseLong(length.group(1)) - (text.length() - head - END_OF_HEAD.length());
    }
  }

  private void look(Selector mine) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try {
      while (!isOver) {
        mine.select(key -> read(key, buffer));
      }
    } catch (IOException | UncheckedIOException e) {
      failure = e.getMessage();
    }
  }

  private static void read(SelectionKey key, ByteBuffer buffer) {
    try {
      ((Client) key.attachment()).read(buffer);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public boolean areBusy() {
    return true;
  }

  @Override
  public void check() throws LabException {
    String why = failure;
    if (why != null) {
      throw new LabException("a client beside the load was not served: " + why);
    }
  }

  @Override
  public void close() {
    Selector mine = selector;
    if (mine == null) {
      return; // they have not come, or have left
    }
    selector = null;
    isOver = true;
    mine.wakeup();
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end = System.nanoTime();
    try {
      for (SelectionKey key : mine.keys()) {
        key.channel().close();
      }
      mine.close();
    } catch (IOException e) {
      // the server has closed it
    }
  }

  /** What they got, once they are closed. */
  VariantResult.Rare answers() {
    return new VariantResult.Rare(
        latencies.getTotalCount() * 1e9 / (end - begin), latencies.getValueAtPercentile(50), 0);
  }
}
