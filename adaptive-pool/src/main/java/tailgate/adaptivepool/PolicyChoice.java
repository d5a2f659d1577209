package tailgate.adaptivepool;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The policies by the names that users call them. */
enum PolicyChoice {
  LITTLES_LAW,
  LADDER;

  ScalingPolicy policy() {
    return switch (this) {
      case LITTLES_LAW -> new LittlesLawPolicy();
      case LADDER -> new LadderPolicy();
    };
  }

  /** As on the command line: {@code littles-law}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** From the command line. */
  static final class Converter implements ITypeConverter<PolicyChoice> {
    @Override
    public PolicyChoice convert(String text) {
      return Arrays.stream(values())
          .filter(choice -> choice.toString().equals(text.toLowerCase(Locale.ROOT)))
          .findAny()
          .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of " + names()));
    }

    private static String names() {
      return Arrays.stream(values()).map(PolicyChoice::toString).collect(Collectors.joining(", "));
    }
  }
}
