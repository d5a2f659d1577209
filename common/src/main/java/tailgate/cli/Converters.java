package tailgate.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import tailgate.server.Dispatch;
import tailgate.server.OverloadPolicy;
import tailgate.simulation.Delay;

/** What people write on a command line, as the types that the program works with. */
final class Converters {

  private static final Pattern NUMBER_WITH_UNIT = Pattern.compile("(\\d{1,18})\\s*([a-zA-Zµ]*)");

  private Converters() {}

  static void register(CommandLine line) {
    line.registerConverter(Duration.class, Converters::duration);
    line.registerConverter(Size.class, Converters::size);
    line.registerConverter(Delay.class, Converters::delay);
    line.registerConverter(Dispatch.class, lowerCase(Dispatch.class));
    line.registerConverter(OverloadPolicy.class, lowerCase(OverloadPolicy.class));
  }

  /** {@code 250ms}, {@code 30s}, {@code 5m}, {@code 1h}. */
  static Duration duration(String text) {
    Matcher matcher = matcher(text, "a duration such as 250ms, 30s or 5m");
    long amount = Long.parseLong(matcher.group(1));
    try {
      return switch (matcher.group(2)) {
        case "ns" -> Duration.ofNanos(amount);
        case "us", "µs" -> Duration.ofNanos(Math.multiplyExact(amount, 1000));
        case "ms" -> Duration.ofMillis(amount);
        case "s" -> Duration.ofSeconds(amount);
        case "m", "min" -> Duration.ofMinutes(amount);
        case "h" -> Duration.ofHours(amount);
        case "" -> throw new TypeConversionException("'" + text + "' needs a unit: ms, s, m or h");
        default ->
            throw new TypeConversionException(
                "'" + text + "' has an unknown unit; known: ns, us, ms, s, m, h");
      };
    } catch (ArithmeticException e) {
      throw new TypeConversionException("'" + text + "' is too long");
    }
  }

  /** {@code 4096}, {@code 64KiB}, {@code 1MiB}, {@code 2GiB}; also k, M, G, which mean the same. */
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

  /** {@code 100ms}, {@code exp:20ms}, {@code uniform:5ms..50ms}. */
  static Delay delay(String text) {
    try {
      if (text.startsWith("exp:")) {
        return new Delay.Exponential(duration(text.substring("exp:".length())));
      }
      if (text.startsWith("uniform:")) {
        String[] bounds = text.substring("uniform:".length()).split("\\.\\.", 2);
        if (bounds.length != 2) {
          throw new TypeConversionException("'" + text + "' is not like uniform:5ms..50ms");
        }
        return new Delay.Uniform(duration(bounds[0]), duration(bounds[1]));
      }
      return new Delay.Constant(duration(text));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "': " + e.getMessage());
    }
  }

  private static <E extends Enum<E>> ITypeConverter<E> lowerCase(Class<E> type) {
    return text -> {
      try {
        return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "'" + text + "' is none of " + String.join(", ", Texts.names(type)));
      }
    };
  }

  private static Matcher matcher(String text, String expected) {
    Matcher matcher = NUMBER_WITH_UNIT.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not " + expected);
    }
    return matcher;
  }
}
