package tailgate.http;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Dates in the current and the two obsolete formats of HTTP (RFC 9110 §5.6.7). */
public final class HttpDate {

  private static final List<String> WEEKDAYS =
      List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  // Not RFC_1123_DATE_TIME, which writes the day of the month without its leading zero. With names
  // of our own, so that a start does not load the JDK's for all languages.
  private static final DateTimeFormatter IMF_FIXDATE =
      new DateTimeFormatterBuilder()
          .appendText(ChronoField.DAY_OF_WEEK, fromOne(WEEKDAYS))
          .appendPattern(", dd ")
          .appendText(ChronoField.MONTH_OF_YEAR, fromOne(MONTHS))
          .appendPattern(" yyyy HH:mm:ss 'GMT'")
          .toFormatter(Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final String WEEKDAY = "(?<weekday>" + String.join("|", WEEKDAYS) + ")";
  private static final String LONG_WEEKDAY = "(?<weekday>Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
  private static final String DAY = "(?<day>\\d\\d)";
  private static final String MONTH = "(?<month>" + String.join("|", MONTHS) + ")";
  private static final String YEAR = "(?<year>\\d{4})";
  private static final String TIME =
      "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)";

  /** IMF-fixdate, RFC 850 and asctime, exactly as specified. */
  private static final List<Pattern> FORMATS =
      List.of(
          Pattern.compile("%s, %s %s %s %s GMT".formatted(WEEKDAY, DAY, MONTH, YEAR, TIME)),
          Pattern.compile(
              "%s, %s-%s-(?<year>\\d\\d) %s GMT".formatted(LONG_WEEKDAY, DAY, MONTH, TIME)),
          Pattern.compile("%s %s (?<day>\\d\\d| \\d) %s %s".formatted(WEEKDAY, MONTH, TIME, YEAR)));

  private static final int MAX_YEARS_AHEAD = 50;

  private HttpDate() {}

  /**
   * IMF-fixdate, {@code Sun, 06 Nov 1994 08:49:37 GMT}; fractions of the second are cut off.
   *
   * @param instant in the years 1 to 9999, the only ones that the format has
   */
  public static String format(Instant instant) {
    return IMF_FIXDATE.format(instant);
  }

  /**
   * The instant of a date in any of the three formats. Null if the text is not a date: another
   * spelling, a day that the month does not have, or a wrong weekday.
   *
   * @param now decides the century if the year has two digits: the latest one with which the date
   *     is at most 50 years in the future
   */
  static @Nullable Instant parse(String text, Instant now) {
    for (Pattern format : FORMATS) {
      Matcher date = format.matcher(text);
      if (date.matches()) {
        return instant(date, now);
      }
    }
    return null;
  }

  private static @Nullable Instant instant(Matcher date, Instant now) {
    int year = number(date, "year");
    if (date.end("year") - date.start("year") == 4) {
      return inYear(date, year);
    }
    LocalDateTime latest = LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(MAX_YEARS_AHEAD);
    int latestYear = latest.getYear() - Math.floorMod(latest.getYear() - year, 100);
    Instant instant = inYear(date, latestYear);
    boolean tooFar = instant == null || instant.isAfter(latest.toInstant(ZoneOffset.UTC));
    return tooFar ? inYear(date, latestYear - 100) : instant;
  }

  private static @Nullable Instant inYear(Matcher date, int year) {
    YearMonth month = YearMonth.of(year, MONTHS.indexOf(date.group("month")) + 1);
    int day = number(date, "day");
    if (!month.isValidDay(day)) {
      return null;
    }
    LocalDateTime minute = month.atDay(day).atTime(number(date, "hour"), number(date, "minute"));
    String weekday = WEEKDAYS.get(minute.getDayOfWeek().getValue() - 1);
    // A leap second has no Instant; it becomes the first second of the next minute.
    return date.group("weekday").startsWith(weekday)
        ? minute.plusSeconds(number(date, "second")).toInstant(ZoneOffset.UTC)
        : null;
  }

  private static Map<Long, String> fromOne(List<String> names) {
    return LongStream.rangeClosed(1, names.size())
        .boxed()
        .collect(Collectors.toMap(number -> number, number -> names.get((int) (number - 1))));
  }

  private static int number(Matcher date, String group) {
    return Integer.parseInt(date.group(group).strip());
  }
}
