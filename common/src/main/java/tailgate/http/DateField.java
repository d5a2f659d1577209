package tailgate.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The Date field line, written anew once a second (RFC 9110 §6.6.1).
 *
 * <p>Thread-safe without a lock: the line and its second are one immutable object, and threads that
 * find it stale at the same time each write an equal one.
 */
public final class DateField {

  private static final class Line {
    final long second;
    final byte[] bytes;

    Line(long second, byte[] bytes) {
      this.second = second;
      this.bytes = bytes;
    }
  }

  private final InstantSource clock;

  /** Volatile: published whole by whichever thread wrote it last. */
  private volatile Line line;

  /** Dates by {@code clock}. */
  public DateField(InstantSource clock) {
    this.clock = clock;
    this.line = lineAt(clock.millis() / 1000);
  }

  /** Puts {@code Date: …} and its CRLF. */
  void put(ByteBuffer out) {
    long second = clock.millis() / 1000;
    Line current = line;
    if (current.second != second) {
      current = lineAt(second);
      line = current;
    }
    out.put(current.bytes);
  }

  private static Line lineAt(long second) {
    String text = "Date: " + HttpDate.format(Instant.ofEpochSecond(second)) + "\r\n";
    return new Line(second, text.getBytes(StandardCharsets.US_ASCII));
  }
}
