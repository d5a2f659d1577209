package tailgate.metrics;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * A counter for each constant of an enum. Thread-safe; counting takes no lock and allocates
 * nothing.
 *
 * @param <E> the enum
 */
public final class EnumCounter<E extends Enum<E>> {

  private final Map<E, LongAdder> counts;

  public EnumCounter(Class<E> type) {
    counts = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      counts.put(constant, new LongAdder());
    }
  }

  public void increment(E what) {
    counter(what).increment();
  }

  public long get(E what) {
    return counter(what).sum();
  }

  /** All counts by the names of the constants in lower case, in their order. */
  public Map<String, Long> byName() {
    Map<String, Long> all = new LinkedHashMap<>();
    counts.forEach((what, count) -> all.put(what.name().toLowerCase(Locale.ROOT), count.sum()));
    return all;
  }

  public long total() {
    return counts.values().stream().mapToLong(LongAdder::sum).sum();
  }

  private LongAdder counter(E what) {
    LongAdder counter = counts.get(what);
    if (counter == null) {
      throw new AssertionError(what); // every constant has one
    }
    return counter;
  }
}
