package tailgate.trace;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The time in a line of the access log, {@code [21/Nov/2026:09:05:07 +0100]}, written anew once a
 * second.
 *
 * <p>Thread-safe without a lock: the text and its second are one immutable object, and threads that
 * find it stale at the same time each write an equal one.
 */
final class LogTime {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("'['dd/MMM/yyyy:HH:mm:ss Z']'", Locale.ENGLISH);

  private static final class Text {
    final long second;
    final byte[] bytes;

    Text(long second, byte[] bytes) {
      this.second = second;
      this.bytes = bytes;
    }
  }

  private final InstantSource clock;
  private final ZoneId zone;

  /** Volatile: published whole by whichever thread wrote it last. */
  private volatile Text text;

  LogTime(InstantSource clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
    this.text = textAt(clock.millis() / 1000);
  }

  /** The present second; not to be changed. */
  byte[] now() {
    long second = clock.millis() / 1000;
    Text current = text;
    if (current.second != second) {
      current = textAt(second);
      text = current;
    }
    return current.bytes;
  }

  private Text textAt(long second) {
    String formatted = FORMAT.format(Instant.ofEpochSecond(second).atZone(zone));
    return new Text(second, formatted.getBytes(StandardCharsets.US_ASCII));
  }
}
