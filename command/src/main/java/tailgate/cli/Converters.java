package tailgate.cli;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;
import tailgate.content.cache.CacheMode;
import tailgate.content.file.CompressionMode;
import tailgate.queue.AdmissionKind;
import tailgate.queue.QueuePolicy;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.simulation.Delay;
import tailgate.trace.LogFormat;

/** Converts the text of options to values. */
final class Converters {

  private static final Pattern NUMBER_WITH_UNIT = Pattern.compile("(\\d{1,18})\\s*([a-zA-Zµ]*)");

  private static final Pattern SHARE = Pattern.compile("([1-9]\\d?)%:(.*)");

  /** The maximum: longer times mean "never", and sums of nanoseconds could overflow. */
  private static final Duration MAX_DURATION = Duration.ofDays(365);

  private Converters() {}

  static void register(CommandLine line) {
    line.registerConverter(int.class, Converters::wholeNumber);
    line.registerConverter(Path.class, Converters::path);
    line.registerConverter(Duration.class, Converters::duration);
    line.registerConverter(Size.class, Converters::size);
    line.registerConverter(Delay.class, Converters::delay);
    line.registerConverter(AdmissionKind.class, new EnumConverter<>(AdmissionKind.class));
    line.registerConverter(CacheMode.class, new EnumConverter<>(CacheMode.class));
    line.registerConverter(CompressionMode.class, new EnumConverter<>(CompressionMode.class));
    line.registerConverter(Dispatch.class, new EnumConverter<>(Dispatch.class));
    line.registerConverter(LogFormat.class, new EnumConverter<>(LogFormat.class));
    line.registerConverter(OverloadPolicy.class, new EnumConverter<>(OverloadPolicy.class));
    line.registerConverter(QueuePolicy.class, new EnumConverter<>(QueuePolicy.class));
  }

  static int wholeNumber(String text) {
    try {
      return new BigInteger(text).intValueExact();
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    } catch (ArithmeticException e) {
      throw new TypeConversionException("'" + text + "' is too large");
    }
  }

  /**
   * An empty path is refused: it usually comes from an unset variable, and would mean the working
   * folder.
   */
  static Path path(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("it is empty");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("not a path: " + e.getReason());
    }
  }

  /** {@code 250ms}, {@code 30s}, {@code 5m}, {@code 1h}; at most a year. */
  static Duration duration(String text) {
    Matcher matcher = matcher(text, "a duration such as 250ms, 30s or 5m");
    ChronoUnit unit =
        switch (matcher.group(2)) {
          case "ns" -> ChronoUnit.NANOS;
          case "us", "µs" -> ChronoUnit.MICROS;
          case "ms" -> ChronoUnit.MILLIS;
          case "s" -> ChronoUnit.SECONDS;
          case "m", "min" -> ChronoUnit.MINUTES;
          case "h" -> ChronoUnit.HOURS;
          case "" -> throw new TypeConversionException("'" + text + "' needs a unit: ms, s, m, h");
          default ->
              throw new TypeConversionException(
                  "'" + text + "' has an unknown unit; known: ns, us, ms, s, m, h");
        };
    long amount = Long.parseLong(matcher.group(1));
    // Not Duration.dividedBy: its big decimals take a start 20 ms.
    if (amount > MAX_DURATION.toNanos() / unit.getDuration().toNanos()) {
      throw new TypeConversionException("'" + text + "' is too long; the maximum is a year");
    }
    return Duration.of(amount, unit);
  }

  /** {@code 4096}, {@code 64KiB}, {@code 1MiB}, {@code 2GiB}; k, M and G mean the same. */
  static Size size(String text) {
    Matcher matcher = matcher(text, "a size such as 4096, 64KiB or 1MiB");
    int shift =
        switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
          case "", "b" -> 0;
          case "k", "kb", "kib" -> 10;
          case "m", "mb", "mib" -> 20;
          case "g", "gb", "gib" -> 30;
          default ->
              throw new TypeConversionException(
                  "'" + text + "' has an unknown unit; known: B, KiB, MiB, GiB");
        };
    long amount = Long.parseLong(matcher.group(1));
    if (amount > Long.MAX_VALUE >> shift) {
      throw new TypeConversionException("'" + text + "' is too large");
    }
    return new Size(amount << shift);
  }

  /**
   * Parses a delay: {@code 100ms}, {@code exp:20ms}, {@code uniform:5ms..50ms}, {@code 1%:50ms}.
   */
  static Delay delay(String text) {
    try {
      Matcher share = SHARE.matcher(text);
      if (share.matches()) {
        return new Delay.Share(Integer.parseInt(share.group(1)), delay(share.group(2)));
      }
      if (text.startsWith("exp:")) {
        return new Delay.Exponential(duration(text.substring("exp:".length())));
      }
      if (text.startsWith("uniform:")) {
        String[] bounds = text.substring("uniform:".length()).split("\\.\\.", 2);
        if (bounds.length != 2) {
          throw new TypeConversionException("'" + text + "' is not like uniform:5ms..50ms");
        }
        return uniform(text, duration(bounds[0]), duration(bounds[1]));
      }
      return new Delay.Constant(duration(text));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "': " + e.getMessage());
    }
  }

  private static Delay uniform(String text, Duration min, Duration max) {
    if (min.compareTo(max) > 0) {
      throw new TypeConversionException("'" + text + "' has its larger bound first");
    }
    return new Delay.Uniform(min, max);
  }

  private static Matcher matcher(String text, String expected) {
    Matcher matcher = NUMBER_WITH_UNIT.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not " + expected);
    }
    return matcher;
  }
}
