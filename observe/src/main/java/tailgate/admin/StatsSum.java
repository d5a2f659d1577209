package tailgate.admin;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.metrics.PoolResizes;
import tailgate.metrics.Statistic;

/**
 * Adds the figures of several processes that run the same server, as {@link Statistic} says of each
 * component. A figure that only one of the two has stays. A component without a declaration is that
 * of the first one, or, if it is a record, added in turn. {@link Snapshot} computes quantiles anew.
 */
final class StatsSum {

  private StatsSum() {}

  /** The figures of both. */
  static <R extends Record> R plus(R a, R b) {
    return copy(
        a, part -> plus(part.getAnnotation(Statistic.class), value(a, part), value(b, part)));
  }

  /**
   * What a process leaves behind when it ends: what it has counted. What it held is gone, and its
   * open connections are closed.
   */
  static <R extends Record> R ended(R last) {
    return copy(last, part -> ended(last, part));
  }

  /**
   * A copy in which some components have other values.
   *
   * @param changed by the names of the components
   * @throws IllegalArgumentException if there is no such component, or if its type is another one
   */
  static <R extends Record> R with(R like, Map<String, ? extends @Nullable Object> changed) {
    Set<String> unknown = new HashSet<>(changed.keySet());
    R copy =
        copy(
            like,
            part ->
                unknown.remove(part.getName()) ? changed.get(part.getName()) : value(like, part));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("no component " + unknown);
    }
    return copy;
  }

  // ---- records

  /** A record of the same type with these components. */
  @SuppressWarnings("unchecked") // of the same type
  private static <R extends Record> R copy(
      R like, Function<RecordComponent, @Nullable Object> component) {
    RecordComponent[] parts = like.getClass().getRecordComponents();
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = Arrays.stream(parts).map(component).toArray();
    try {
      return (R) like.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A component of a record; null if it is absent. */
  static @Nullable Object value(Record of, RecordComponent component) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object first(Record of) {
    return Objects.requireNonNull(value(of, of.getClass().getRecordComponents()[0]));
  }

  // ---- sums

  private static @Nullable Object plus(
      @Nullable Statistic statistic, @Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    if (statistic == null) {
      return a instanceof Record inner ? plus(inner, (Record) b) : a;
    }
    return switch (statistic.kind()) {
      case COUNTER, GAUGE -> added(a, b);
      case SHARED -> Math.max((Integer) a, (Integer) b);
      case BY_NAME -> byName(records(a, b));
      case LATEST -> latest(records(a, b));
    };
  }

  private static Object added(Object a, Object b) {
    return switch (a) {
      case Histogram values -> {
        Histogram sum = values.copy();
        sum.add((Histogram) b);
        yield sum;
      }
      case Integer number -> number + (Integer) b;
      case Long number -> number + (Long) b;
      case Boolean flag -> flag || (Boolean) b;
      case Map<?, ?> map -> {
        Map<Object, Object> sum = new LinkedHashMap<>(map);
        ((Map<?, ?>) b).forEach((key, value) -> sum.merge(key, value, StatsSum::added));
        yield sum;
      }
      default -> throw new IllegalStateException("cannot be added: " + a.getClass());
    };
  }

  private static List<Record> records(Object a, Object b) {
    List<Record> all = new ArrayList<>();
    for (Object list : List.of(a, b)) {
      ((List<?>) list).forEach(element -> all.add((Record) element));
    }
    return all;
  }

  private static List<Record> byName(List<Record> all) {
    Map<Object, Record> sum = new LinkedHashMap<>();
    all.forEach(element -> sum.merge(first(element), element, StatsSum::plus));
    return List.copyOf(sum.values());
  }

  private static List<Record> latest(List<Record> all) {
    all.sort(Comparator.comparingLong(element -> (Long) first(element)));
    return List.copyOf(all.subList(Math.max(0, all.size() - PoolResizes.MAX_RECENT), all.size()));
  }

  // ---- what is left

  private static @Nullable Object ended(Record last, RecordComponent part) {
    Object value = value(last, part);
    Statistic statistic = part.getAnnotation(Statistic.class);
    if (value == null || statistic == null) {
      return value instanceof Record inner ? ended(inner) : value;
    }
    return switch (statistic.kind()) {
      case GAUGE ->
          value instanceof Histogram values ? new Histogram(values) : none(part.getType());
      case LATEST -> List.of();
      case COUNTER -> withEnded(last, part.getName(), value);
      case SHARED, BY_NAME -> value;
    };
  }

  /** The count, and what is counted there now that the process has ended. */
  private static Object withEnded(Record last, String name, Object count) {
    Object sum = count;
    for (RecordComponent other : last.getClass().getRecordComponents()) {
      Statistic statistic = other.getAnnotation(Statistic.class);
      if (statistic != null && statistic.endsAs().equals(name)) {
        sum = added(sum, Objects.requireNonNull(value(last, other)));
      }
    }
    return sum;
  }

  private static @Nullable Object none(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    return type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : null;
  }
}
