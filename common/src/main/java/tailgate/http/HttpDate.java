package tailgate.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates as HTTP writes them (RFC 9110 §5.6.7). */
public final class HttpDate {

  // Not RFC_1123_DATE_TIME: that one writes the day of the month without its leading zero.
  private static final DateTimeFormatter IMF_FIXDATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private HttpDate() {}

  /** IMF-fixdate, {@code Sun, 06 Nov 1994 08:49:37 GMT}; fractions of the second are cut off. */
  public static String format(Instant instant) {
    return IMF_FIXDATE.format(instant);
  }
}
