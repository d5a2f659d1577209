package tailgate.lab.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as JMeter can have them: {@code 90s}, {@code 2m}, or a bare number of seconds. */
final class WholeSeconds implements ITypeConverter<Duration> {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(s|m)?");

  @Override
  public Duration convert(String value) {
    Matcher duration = DURATION.matcher(value);
    if (!duration.matches()) {
      throw new TypeConversionException(
          "'%s' is not a duration in whole seconds or minutes, such as 90s or 2m".formatted(value));
    }
    long number = Long.parseLong(duration.group(1));
    return "m".equals(duration.group(2)) ? Duration.ofMinutes(number) : Duration.ofSeconds(number);
  }
}
