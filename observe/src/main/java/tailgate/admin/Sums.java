package tailgate.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds figures that may be absent, and counts by cause. */
final class Sums {

  private Sums() {}

  static Map<String, Long> plus(Map<String, Long> a, Map<String, Long> b) {
    Map<String, Long> sum = new LinkedHashMap<>(a);
    b.forEach((cause, count) -> sum.merge(cause, count, Long::sum));
    return sum;
  }

  /** The one that is present, if not both are. */
  static @Nullable Long plus(@Nullable Long a, @Nullable Long b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a + b;
  }

  /** The one that is present, if not both are. */
  static @Nullable Integer plus(@Nullable Integer a, @Nullable Integer b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a + b;
  }
}
