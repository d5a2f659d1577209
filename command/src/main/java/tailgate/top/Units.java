package tailgate.top;

import java.time.Duration;
import java.util.Locale;

/** Figures for people, in ASCII: three digits, and the unit that fits. */
final class Units {

  private Units() {}

  /** Formats a time: {@code 850 ns}, {@code 1.25 ms}, {@code 12.5 s}. */
  static String time(long nanos) {
    return inUnit((double) nanos, 1000, "ns", "us", "ms", "s");
  }

  /** Formats a size: {@code 512 B}, {@code 1.25 MiB}. */
  static String size(long bytes) {
    return size((double) bytes);
  }

  static String size(double bytes) {
    return inUnit(bytes, 1024, "B", "KiB", "MiB", "GiB", "TiB");
  }

  /** Formats a count: {@code 12,345}. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Formats a rate: {@code 0/s}, {@code 0.3/s}, {@code 12,345/s}. */
  static String rate(double perSecond) {
    boolean fraction = perSecond > 0 && perSecond < 9.95;
    return String.format(Locale.ROOT, fraction ? "%.1f/s" : "%,.0f/s", perSecond);
  }

  /** Formats a part: {@code 12.5 %}. */
  static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f %%", part * 100);
  }

  /** Formats a span: {@code 12 s}, {@code 3 min 20 s}, {@code 1 h 2 min}, {@code 3 d 4 h}. */
  static String span(double seconds) {
    var span = Duration.ofSeconds(Math.max(0, (long) seconds));
    if (span.toMinutes() == 0) {
      return span.toSeconds() + " s";
    }
    if (span.toHours() == 0) {
      return span.toMinutes() + " min " + span.toSecondsPart() + " s";
    }
    return span.toDays() == 0
        ? span.toHours() + " h " + span.toMinutesPart() + " min"
        : span.toDays() + " d " + span.toHoursPart() + " h";
  }

  private static String inUnit(double amount, int factor, String... units) {
    double value = amount;
    int unit = 0;
    while (value >= factor - 0.5 && unit < units.length - 1) {
      value /= factor;
      unit++;
    }
    int digits = value < 9.995 ? 2 : 1;
    if (unit == 0 || value >= 99.95) {
      digits = 0;
    }
    return String.format(Locale.ROOT, "%." + digits + "f %s", value, units[unit]);
  }
}
