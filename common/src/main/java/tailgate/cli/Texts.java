package tailgate.cli;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Values as people read them. */
final class Texts {

  private Texts() {}

  /** The constants of an enum as they are typed. */
  static <E extends Enum<E>> List<String> names(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Texts::name).toList();
  }

  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** {@code 1s}, {@code 2m30s}, {@code 0.25s}. */
  static String of(Duration duration) {
    return duration.isZero()
        ? "0s"
        : duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
