package tailgate.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Writes lines to a target that may fail at any byte. The target still contains only whole lines.
 *
 * <pre>
 *              a write fails: logs a warning
 *   WRITING ------------------------------> LOSING: tries each batch, and counts it as lost
 *           <------------------------------
 *             a write succeeds: logs how many were lost
 * </pre>
 *
 * <p>A disk that becomes full takes part of a line. The rest of that line is kept and written first
 * as soon as there is room, so no line is appended to the half of another. Later lines are lost,
 * because keeping them would soon fill the memory.
 *
 * <p>Confined to the thread that writes, except for {@link #lost}.
 *
 * <p>Tests: LineWriterTest.
 */
final class LineWriter {

  private static final Logger LOG = SafeLogger.of(LineWriter.class);

  private final LogTarget target;
  private final LongAdder lost = new LongAdder();
  private final LongSupplier clock;
  private final long checkIntervalNanos;

  /** When the target was last checked for a rotated file. */
  private long checkedAt;

  /** The rest of a line that was written in part. */
  private ByteBuffer partial = ByteBuffer.allocate(0);

  private boolean losing;

  /** Number of lost lines before the current failure. */
  private long lostBefore;

  /** Whether it was logged that the file cannot be opened again. */
  private boolean reopenFailing;

  /**
   * Writes to the target.
   *
   * @param clock nanoseconds
   * @param checkIntervalNanos how often it checks whether the file was moved away
   */
  LineWriter(LogTarget target, LongSupplier clock, long checkIntervalNanos) {
    this.target = target;
    this.clock = clock;
    this.checkIntervalNanos = checkIntervalNanos;
    this.checkedAt = clock.getAsLong();
  }

  /** Lines that were not written, or only in part. Thread-safe. */
  LongAdder lost() {
    return lost;
  }

  /** Writes whole lines, if there are any; does not throw. */
  void write(ByteBuffer lines) {
    reopenIfMoved();
    int total = partial.remaining() + lines.remaining();
    try {
      drain(partial);
      drain(lines);
      if (losing && total > 0) {
        resume();
      }
    } catch (Throwable e) { // an Error too: lines that are neither written nor lost are a mistake
      boolean first = !losing;
      fail();
      lose(lines);
      if (first) {
        warn(e);
      }
    }
  }

  void close() {
    if (partial.hasRemaining()) {
      lost.increment();
    }
    try {
      target.close();
    } catch (IOException e) {
      LOG.warn("cannot close the access log {}: {}", target, why(e));
    }
  }

  private void drain(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      target.write(bytes);
    }
  }

  private void reopenIfMoved() {
    long now = clock.getAsLong();
    if (now - checkedAt < checkIntervalNanos) {
      return;
    }
    checkedAt = now;
    try {
      if (target.reopenIfMoved() && partial.hasRemaining()) {
        partial.position(partial.limit()); // its first half is in another file
        lost.increment();
      }
      reopenFailing = false;
    } catch (Throwable e) { // an Error too: the lines can still be written
      boolean first = !reopenFailing;
      reopenFailing = true;
      if (first) {
        LOG.warn(
            "cannot reopen the access log {}, so the old file is still used: {}", target, why(e));
      }
    }
  }

  private void fail() {
    if (!losing) {
      losing = true;
      lostBefore = lost.sum();
    }
  }

  private void warn(Throwable e) {
    LOG.warn(
        "cannot write the access log {}: {}; requests are still served, but their lines"
            + " are lost until it can be written",
        target,
        why(e));
  }

  private void resume() {
    losing = false;
    LOG.warn(
        "the access log {} can be written again, {} lines are lost",
        target,
        lost.sum() - lostBefore);
  }

  /** Counts the rest as lost, except for the rest of a line whose beginning was written. */
  private void lose(ByteBuffer lines) {
    int begin = lines.position();
    boolean inLine = begin > 0 && lines.get(begin - 1) != '\n';
    int end = inLine ? endOfLine(lines) : begin;
    lines.position(end);
    while (lines.hasRemaining()) {
      lines.position(endOfLine(lines));
      lost.increment();
    }
    if (inLine) { // at last, because there may be no memory for it
      partial = ByteBuffer.allocate(end - begin).put(lines.slice(begin, end - begin)).flip();
    }
  }

  private static int endOfLine(ByteBuffer lines) {
    int at = lines.position();
    while (lines.get(at) != '\n') {
      at++;
    }
    return at + 1;
  }

  private static String why(Throwable e) {
    return e instanceof IOException && e.getMessage() != null ? e.getMessage() : e.toString();
  }
}
