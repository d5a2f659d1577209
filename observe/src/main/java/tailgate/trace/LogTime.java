package tailgate.trace;

import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import tailgate.http.PerSecondText;

/** The time in a line of the access log, {@code [21/Nov/2026:09:05:07 +0100]}. Thread-safe. */
final class LogTime extends PerSecondText {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("'['dd/MMM/yyyy:HH:mm:ss Z']'", Locale.ENGLISH);

  LogTime(InstantSource clock, ZoneId zone) {
    super(clock, instant -> FORMAT.format(instant.atZone(zone)));
  }
}
