package tailgate.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.observe.Observation;
import tailgate.server.observe.RequestObserver;

/**
 * A line for each request that was begun, and for each connection that was rejected, in a file or
 * on standard output.
 *
 * <pre>
 *   open --> running --close--> closing: takes no more --all is written, or patience ends--> closed
 * </pre>
 *
 * <p>{@link AccessLines} makes a line where the request is served, {@link LineBuffer} takes it as a
 * whole, and one thread, {@code tailgate-access-log}, writes what has come together: when 128 KiB
 * are there, or after half a second.
 *
 * <p><b>Back-pressure.</b> Where lines come faster than the file takes them, both buffers fill up,
 * and whoever has a line more waits until it has room, with the request's response already sent. So
 * no line is lost, and the server becomes as slow as its log. For a pool that means busy workers,
 * then a full queue, then what {@code --overload} says. For an event loop it is worse: the one who
 * waits is the reactor, and with it all of its connections. A disk that hangs altogether (a network
 * file system whose server is gone) so stops the whole server after some thousand requests, be it
 * of whichever stage. It goes on where it was as soon as the disk does. That is the price of a
 * complete log; who would rather lose lines than time writes to {@code -} and lets a reader drop
 * them. When the server is stopped by force, those who wait are interrupted and give up their line.
 *
 * <p>Who turns connections away does not wait: that is the thread that accepts and watches, and it
 * would make the overload worse of which it tells. Where there is no room in the buffer, the line
 * of such a 503 is lost and counted.
 *
 * <p><b>Loss.</b> A disk that answers with an error, a full one above all, is another thing: its
 * lines are lost and counted, see {@link LineWriter}.
 *
 * <ul>
 *   <li>{@code lines handed over = lines written + lines lost + lines in the buffers}
 *   <li>A line that was handed over before {@link #close} is in the file afterwards, unless counted
 *       as lost.
 * </ul>
 *
 * <p>Thread-safe; {@link #close} is for one thread.
 */
public final class AccessLog implements Observation.Observers, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);

  /** The name of standard output among the files. */
  public static final String STANDARD_OUTPUT = "-";

  /** Of each of two buffers. A line has at most some 25 KiB. */
  private static final int CAPACITY = 256 << 10;

  /** Between two writes, and between two looks for another file of the name, at most. */
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /** How long what is left may take to be written at the end. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final LogFormat format;
  private final LogTime time;
  private final LineWriter writer;
  private final LineBuffer lines = new LineBuffer(CAPACITY);
  private final LongAdder refused = new LongAdder();
  private final Thread thread;

  AccessLog(LogFormat format, LogTime time, LogTarget target) {
    this.format = format;
    this.time = time;
    this.writer = new LineWriter(target, System::nanoTime, INTERVAL.toNanos());
    this.thread = Thread.ofPlatform().name("tailgate-access-log").daemon().unstarted(this::run);
  }

  /**
   * Opens the log and starts its thread.
   *
   * @param file a path, or {@link #STANDARD_OUTPUT}; a file that is there is appended to
   * @throws IOException if it cannot be opened
   */
  public static AccessLog open(String file, LogFormat format) throws IOException {
    LogTarget target =
        file.equals(STANDARD_OUTPUT) ? new StandardOutput() : LogFile.open(Path.of(file));
    return start(format, new LogTime(InstantSource.system(), ZoneId.systemDefault()), target);
  }

  static AccessLog start(LogFormat format, LogTime time, LogTarget target) {
    var log = new AccessLog(format, time, target);
    log.thread.start();
    return log;
  }

  @Override
  public RequestObserver of(SocketChannel channel) {
    return new AccessLines(this, RemoteAddress.of(channel));
  }

  /** Lines that were handed over, lost ones included. */
  public long lines() {
    return lines.appended() + refused.sum();
  }

  /** Lines that could not be written. */
  public long linesLost() {
    return writer.lost().sum() + refused.sum();
  }

  /** Takes no more lines, and writes what there is, within five seconds or until interrupted. */
  @Override
  public void close() {
    lines.close();
    try {
      if (thread.join(PATIENCE)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LOG.warn("the access log takes too long; its last lines are lost");
  }

  LogFormat format() {
    return format;
  }

  /** The present time as lines have it; not to be changed. */
  byte[] time() {
    return time.now();
  }

  /** Takes a whole line, and waits for room if there is none. */
  void append(byte[] line, int length) {
    if (!lines.append(line, length)) {
      refused.increment();
    }
  }

  /** Takes a whole line, unless there is no room for it. */
  void offer(byte[] line, int length) {
    if (!lines.offer(line, length)) {
      refused.increment();
    }
  }

  private void run() {
    while (!lines.isFinished()) {
      try {
        ByteBuffer batch = lines.take(INTERVAL.toNanos());
        writer.write(batch);
      } catch (Throwable t) { // whoever waits for room must not wait for a thread that is gone
        LOG.error("the access log goes on", t);
      }
    }
    writer.close();
  }
}
