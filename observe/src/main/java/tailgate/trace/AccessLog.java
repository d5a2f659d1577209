package tailgate.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.observe.Observation;
import tailgate.server.observe.RequestObserver;

/**
 * The access log: a line for each request that was begun, and for each connection that was
 * rejected, in a file or on standard output.
 *
 * <pre>
 *   open --> running --close--> closing: takes no more --all is written, or timeout--> closed
 * </pre>
 *
 * <p>{@link AccessLogLines} formats a line on the thread that serves the request. {@link
 * LineBuffer} collects whole lines. The thread {@code tailgate-access-log} writes them, as soon as
 * there are 128 KiB or after half a second.
 *
 * <p><b>Back-pressure.</b> If the file is too slow, the buffers fill up, and a thread with another
 * line waits for room after its response was sent. So no line is lost, but the server is as slow as
 * its log. {@code docs/tracing.md} explains what that means for each stage. When the server is
 * stopped by force, waiting threads are interrupted and their lines are lost.
 *
 * <p>The line of a rejected connection (503) is never waited for, because the thread that accepts
 * or watches connections must not block. If there is no room, that line is lost and counted.
 *
 * <p><b>Loss.</b> If the disk reports an error, such as being full, lines are lost and counted; see
 * {@link LineWriter}.
 *
 * <ul>
 *   <li>{@code lines handed over = lines written + lines lost + lines in the buffers}
 *   <li>A line that was handed over before {@link #close} is in the file afterwards, or counted as
 *       lost.
 * </ul>
 *
 * <p>Thread-safe; {@link #close} is for one thread.
 *
 * <p>Tests: AccessLogTest.
 */
public final class AccessLog implements Observation.Observers, AutoCloseable {

  private static final Logger LOG = SafeLogger.of(AccessLog.class);

  /** The file name that means standard output. */
  public static final String STANDARD_OUTPUT = "-";

  /** Bytes of each of two buffers. A line has at most about 25 KiB. */
  private static final int CAPACITY = 256 << 10;

  /** Maximum time between two writes, and between two checks for a rotated file. */
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /** How long {@link #close} waits for the rest to be written. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final LogFormat format;
  private final LogTime time;
  private final LineWriter writer;
  final LineBuffer lines = new LineBuffer(CAPACITY);
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
   * @param file a path, or {@link #STANDARD_OUTPUT}; an existing file is appended to
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
    return new AccessLogLines(format, time, lines, RemoteAddress.of(channel));
  }

  /** Lines that were handed over, including lost ones. */
  public long lines() {
    return lines.appended() + lines.rejected();
  }

  /** Lines that could not be written. */
  public long linesLost() {
    return writer.lost().sum() + lines.rejected();
  }

  /** Accepts no more lines, and writes the rest, for at most five seconds or until interrupted. */
  @Override
  public void close() {
    lines.close();
    try {
      if (thread.join(CLOSE_TIMEOUT)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LOG.warn("the access log could not be written in time; its last lines are lost");
  }

  private void run() {
    while (!lines.isFinished()) {
      try {
        ByteBuffer batch = lines.take(INTERVAL.toNanos());
        writer.write(batch);
      } catch (Throwable t) { // the thread must go on, because others wait for room
        LOG.error("a write has failed, the access log goes on", t);
      }
    }
    writer.close();
  }
}
