package tailgate.lab.compare;

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
 * A closed load beside the one that is measured, to keep the server busy: each of its users keeps a
 * connection, and sends the next request once it has its answer. One thread serves all of them.
 *
 * <p>All methods belong to the thread that has made it, but for {@link #run}, which is that of the
 * users.
 */
final class BackgroundLoad implements Bystanders {

  private static final String STATUS_OK = "HTTP/1.1 200 ";
  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final Pattern LENGTH =
      Pattern.compile("^content-length: *(\\d+)", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int CONNECT_MILLIS = 10_000;
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(5);

  private final int count;
  private final byte[] request;
  private final List<User> users = new ArrayList<>();

  /** The latencies in microseconds. Confined to the thread of the users until that has ended. */
  private final Histogram latencies = new Histogram(LONGEST_MICROS, 3);

  /** What the thread waits at; null unless the users are connected. */
  private @Nullable Selector selector;

  /** Serves the users; null before all are connected. */
  private @Nullable Thread thread;

  private long begin;
  private long end;

  /** Volatile: set by the owner, read by the thread of the users. */
  private volatile boolean isOver;

  /** Says why they are not served. Volatile: set by their thread, read by the owner. */
  private volatile @Nullable String failure;

  /**
   * Makes a load whose users are not connected yet.
   *
   * @param count of the users
   * @param path of all requests; must be answered with 200 and a length
   */
  BackgroundLoad(int count, String path) {
    this.count = count;
    request =
        "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
            .formatted(path, Ports.HOST)
            .getBytes(StandardCharsets.US_ASCII);
  }

  /** Connects all users, each of whom sends a request at once. */
  BackgroundLoad connect(int port) throws IOException {
    Selector opened = Selector.open();
    selector = opened;
    try {
      for (int i = 0; i < count; i++) {
        User user = new User(SocketChannel.open());
        users.add(user);
        user.connect(port, opened);
      }
      begin = System.nanoTime();
      for (User user : users) {
        user.ask();
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    thread = Thread.ofPlatform().name("background-load").daemon().start(() -> run(opened));
    return this;
  }

  /** A user. Confined to the thread, once that has started. */
  private final class User {

    private final SocketChannel channel;
    private long askedNanos;
    private boolean isAnswered;

    /** Bytes of the answer's body that are still to come; negative while its head is. */
    private long missing = -1;

    User(SocketChannel channel) {
      this.channel = channel;
    }

    void connect(int port, Selector opened) throws IOException {
      channel
          .socket()
          .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      channel.configureBlocking(false);
      channel.register(opened, SelectionKey.OP_READ, this);
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
        isAnswered = true;
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
      if (head < 0 || !text.startsWith(STATUS_OK) || !length.find()) {
        throw new IOException("it got \"%s\"".formatted(text.lines().findFirst().orElse("")));
      }
      return Long.parseLong(length.group(1)) - (text.length() - head - END_OF_HEAD.length());
    }
  }

  private void run(Selector opened) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try {
      while (!isOver) {
        opened.select(key -> read(key, buffer));
      }
    } catch (UncheckedIOException e) {
      failure = e.getMessage();
    } catch (IOException | RuntimeException | Error e) {
      failure = e.toString();
    }
  }

  private static void read(SelectionKey key, ByteBuffer buffer) {
    try {
      ((User) key.attachment()).read(buffer);
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
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
      throw new LabException("a user of the load in the background was not served: " + why);
    }
  }

  @Override
  public void close() {
    Selector opened = selector;
    if (opened == null) {
      return; // they are not connected, or no longer
    }
    selector = null;
    isOver = true;
    opened.wakeup();
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end = System.nanoTime();
    users.forEach(user -> close(user.channel));
    close(opened);
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      // the server has closed it
    }
  }

  /** Says what they got, once they are closed; a user who got no answer at all has failed. */
  VariantResult.Rare answers() {
    return new VariantResult.Rare(
        latencies.getTotalCount() * 1e9 / (end - begin),
        latencies.getValueAtPercentile(50),
        users.stream().filter(user -> !user.isAnswered).count());
  }
}
