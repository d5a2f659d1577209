package tailgate.top;

import java.util.Locale;

/** Figures as people read them, in ASCII: three digits, and the unit that suits. */
final class Units {

  private static final String[] TIMES = {"ns", "us", "ms", "s"};
  private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Units() {}

  /** {@code 850 ns}, {@code 1.25 ms}, {@code 12.5 s}. */
  static String time(long nanos) {
    return inUnit((double) nanos, 1000, TIMES);
  }

  /** {@code 512 B}, {@code 1.25 MiB}. */
  static String size(long bytes) {
    return size((double) bytes);
  }

  /** The same for an average. */
  static String size(double bytes) {
    return inUnit(bytes, 1024, SIZES);
  }

  /** {@code 12,345}. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** {@code 0/s}, {@code 0.3/s}, {@code 12,345/s}. */
  static String rate(double perSecond) {
    boolean fraction = perSecond > 0 && perSecond < 9.95;
    return String.format(Locale.ROOT, fraction ? "%.1f/s" : "%,.0f/s", perSecond);
  }

  /** {@code 12.5 %}. */
  static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f %%", part * 100);
  }

  /** {@code 0.25}, as for processors. */
  static String amount(double amount) {
    return String.format(Locale.ROOT, "%.2f", amount);
  }

  /** {@code 12 s}, {@code 3 min 20 s}, {@code 1 h 2 min}, {@code 3 d 4 h}. */
  static String span(double span) {
    long seconds = Math.max(0, (long) span);
    if (seconds < MINUTE) {
      return seconds + " s";
    }
    if (seconds < HOUR) {
      return seconds / MINUTE + " min " + seconds % MINUTE + " s";
    }
    return seconds < DAY
        ? seconds / HOUR + " h " + seconds % HOUR / MINUTE + " min"
        : seconds / DAY + " d " + seconds % DAY / HOUR + " h";
  }

  private static String inUnit(double amount, int factor, String[] units) {
    double value = amount;
    int unit = 0;
    while (value >= factor - 0.5 && unit < units.length - 1) {
      value /= factor;
      unit++;
    }
    return String.format(Locale.ROOT, format(value, unit == 0), value) + " " + units[unit];
  }

  private static String format(double value, boolean whole) {
    if (whole || value >= 99.95) {
      return "%.0f";
    }
    return value >= 9.995 ? "%.1f" : "%.2f";
  }
}
