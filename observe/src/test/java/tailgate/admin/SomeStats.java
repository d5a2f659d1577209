package tailgate.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.metrics.RequestMetrics;

/**
 * Figures for tests that care little for them. They name no figure but those that a test looks at,
 * so a new one changes nothing here.
 */
final class SomeStats {

  private static final JsonMapper JSON = new JsonMapper();

  private SomeStats() {}

  static Stats of(double uptimeSeconds) {
    return of(uptimeSeconds, "one", null);
  }

  /** With a description of the workers as long as that. */
  static Stats ofLength(int chars) {
    return of(1, "x".repeat(chars), null);
  }

  static Stats of(double uptimeSeconds, String workers, Stats.@Nullable Resizes resizes) {
    Stats stats =
        read(
            Stats.class,
            """
            {"timeMillis": 1000, "uptimeSeconds": %s, "state": "ready",
             "stage": {"name": "test", "dispatch": "request", "keepAlive": true, "reactors": 1,
                       "workers": "%s"},
             "connections": {"max": 1, "maxRequestMemory": 1}, "bytes": {},
             "rejections": {}, "refusals": {}, "timeouts": {}, "adminRefusals": {},
             "pool": {"workers": 1, "busy": 0, "min": 1, "max": 1, "queued": 0, "capacity": 1},
             "cache": {}, "jvm": {"version": "21", "cpus": 1, "platformThreads": 1, "collectors": []}}
            """
                .formatted(uptimeSeconds, workers));
    return resizes == null ? stats : stats.with(stats.pool().with(resizes));
  }

  /** What is missing in the text is 0 or null. */
  static <T> T read(Class<T> type, String json) {
    try {
      return JSON.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** The figures of a process that has measured these requests, and holds one of everything. */
  static Snapshot measured(RequestMetrics metrics) {
    LatencyHistograms latencies = LatencyHistograms.of(metrics);
    long total = metrics.ended().total();
    var requests =
        new Stats.Requests(total, Map.of("2xx", total), metrics.inFlight(), latencies.latencies());
    return new Snapshot(one(Stats.class).with(requests), latencies);
  }

  /** A record with one of everything; of the lists, one record each. */
  private static <R> R one(Class<R> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types)
          .newInstance(Arrays.stream(components).map(SomeStats::one).toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static @Nullable Object one(RecordComponent component) {
    return switch (component.getName()) {
      case "state" -> "ready";
      case "processes" -> null; // it is one of them
      default -> one(component.getGenericType());
    };
  }

  private static Object one(Type type) {
    if (type instanceof ParameterizedType list) {
      return list.getRawType() == Map.class
          ? Map.of("one", 1L)
          : List.of(one(list.getActualTypeArguments()[0]));
    }
    return switch (((Class<?>) type).getSimpleName()) {
      case "boolean" -> false;
      case "int", "Integer" -> (Object) 1;
      case "long", "Long" -> (Object) 1L;
      case "double" -> (Object) 1.0;
      case "String" -> "one";
      default -> one((Class<?>) type);
    };
  }
}
