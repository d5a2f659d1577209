package tailgate.cli;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tailgate.simulation.Delay;

/** Formats values in the same way as users write them. */
final class ValueFormat {

  private record Unit(String name, Duration length) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit("h", Duration.ofHours(1)),
          new Unit("m", Duration.ofMinutes(1)),
          new Unit("s", Duration.ofSeconds(1)),
          new Unit("ms", Duration.ofMillis(1)),
          new Unit("us", Duration.ofNanos(1000)));

  private ValueFormat() {}

  /** The constants of an enum as options spell them. */
  static <E extends Enum<E>> List<String> names(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(ValueFormat::name).toList();
  }

  /** A constant as it is typed: {@code littles-law}. */
  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Formats in the largest unit with a whole number: {@code 250ms}, {@code 90s}, {@code 2m}. */
  static String of(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    long nanos = duration.toNanos();
    for (Unit unit : UNITS) {
      if (nanos % unit.length().toNanos() == 0) {
        return nanos / unit.length().toNanos() + unit.name();
      }
    }
    return nanos + "ns";
  }

  /** Formats as {@link Converters#delay} reads. */
  static String of(Delay delay) {
    return switch (delay) {
      case Delay.Constant constant -> of(constant.duration());
      case Delay.Exponential exponential -> "exp:" + of(exponential.mean());
      case Delay.Uniform uniform -> "uniform:" + of(uniform.min()) + ".." + of(uniform.max());
      case Delay.Share share -> share.percent() + "%:" + of(share.delay());
    };
  }
}
