package tailgate.lab.bench;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Has all results of one benchmark class in one mode. The parameter with the most values is the
 * candidate, which is compared. The other parameters are the setting.
 */
record Suite(List<BenchmarkResult> measurements) {

  /** Divides results into suites, in the order of the results. */
  static List<Suite> of(List<BenchmarkResult> all) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                result -> List.of(result.suite(), result.mode()),
                LinkedHashMap::new,
                Collectors.toUnmodifiableList()))
        .values()
        .stream()
        .map(Suite::new)
        .toList();
  }

  private String mode() {
    return measurements.get(0).mode();
  }

  /** Returns whether single operations were timed, so that there are percentiles. */
  boolean isSampled() {
    return measurements.stream().allMatch(BenchmarkResult::isSampled);
  }

  String title() {
    return measurements.get(0).suite()
        + ", "
        + switch (mode()) {
          case "thrpt" -> "throughput";
          case "avgt" -> "average time";
          case "sample" -> "latency";
          default -> mode();
        };
  }

  /** Says what the figures mean. */
  String explanation() {
    return switch (mode()) {
      case "thrpt" -> "Operations in a unit of time: more is better.";
      case "sample" -> "The time of single operations, over all forks: less is better.";
      default -> "Time of an operation: less is better.";
    };
  }

  List<String> methods() {
    return measurements.stream().map(BenchmarkResult::method).distinct().toList();
  }

  /** Returns the names of the parameters, the candidate first. */
  List<String> parameters() {
    Map<String, TreeSet<String>> values = new TreeMap<>();
    measurements.forEach(
        result ->
            result
                .params()
                .forEach(
                    (key, value) -> values.computeIfAbsent(key, k -> new TreeSet<>()).add(value)));
    return values.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the value that is compared; without parameters the name of the method. */
  String candidate(BenchmarkResult result) {
    List<String> parameters = parameters();
    return parameters.isEmpty() ? result.method() : parameter(result, parameters.get(0));
  }

  /** Returns the values of the other parameters; empty if there are none. */
  String setting(BenchmarkResult result) {
    return parameters().stream()
        .skip(1)
        .map(key -> key + " " + parameter(result, key))
        .collect(Collectors.joining(", "));
  }

  static String parameter(BenchmarkResult result, String key) {
    return Objects.requireNonNullElse(result.params().get(key), "");
  }
}
