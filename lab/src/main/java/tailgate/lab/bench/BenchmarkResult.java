package tailgate.lab.bench;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A benchmark that has one value for each of its parameters: an entry of the JSON that JMH 1.37
 * writes. Other fields are not read.
 *
 * @param benchmark the name of the method, with package and class
 * @param mode {@code thrpt}, {@code avgt}, {@code sample}, …
 * @param warmupTime the time of one iteration, as JMH writes it: {@code "1 s"}
 * @param measurementTime the time of one iteration, written likewise
 * @param params the values by parameter; empty if it has none
 */
record BenchmarkResult(
    String benchmark,
    String mode,
    int threads,
    int forks,
    String jdkVersion,
    String vmName,
    int warmupIterations,
    String warmupTime,
    int measurementIterations,
    String measurementTime,
    Map<String, String> params,
    Metric primaryMetric,
    Map<String, Metric> secondaryMetrics) {

  private static final String GARBAGE = "gc.alloc.rate.norm";

  /**
   * A figure that JMH has measured.
   *
   * @param scoreError half of the 99.9 % confidence interval; NaN after too few iterations
   * @param rawDataHistogram the samples by fork and iteration; empty in other modes
   */
  record Metric(
      double score,
      double scoreError,
      String scoreUnit,
      List<List<List<Sample>>> rawDataHistogram) {

    /** Makes missing fields empty. */
    Metric {
      rawDataHistogram = rawDataHistogram == null ? List.of() : List.copyOf(rawDataHistogram);
    }
  }

  /** A value and how often it occurred; it is a pair in JSON. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record Sample(double value, long count) {}

  /** Makes missing fields empty. */
  BenchmarkResult {
    params = params == null ? Map.of() : Map.copyOf(params);
    secondaryMetrics = secondaryMetrics == null ? Map.of() : Map.copyOf(secondaryMetrics);
  }

  /** Returns the name of the class, without its package. */
  String suite() {
    String type = benchmark.substring(0, benchmark.lastIndexOf('.'));
    return type.substring(type.lastIndexOf('.') + 1);
  }

  String method() {
    return benchmark.substring(benchmark.lastIndexOf('.') + 1);
  }

  String unit() {
    return primaryMetric.scoreUnit();
  }

  boolean isSampled() {
    return !primaryMetric.rawDataHistogram().isEmpty();
  }

  /** Returns the bytes of garbage that an operation makes; absent if it was not measured. */
  OptionalDouble garbage() {
    return secondaryMetrics.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(GARBAGE)) // older JMHs put a dot before it
        .mapToDouble(entry -> entry.getValue().score())
        .findFirst();
  }

  /** Says how long the benchmark was measured. */
  String effort() {
    return format(
        "%d %s, %d x %s of warm-up, %d x %s measured",
        forks,
        forks == 1 ? "fork" : "forks",
        warmupIterations,
        warmupTime,
        measurementIterations,
        measurementTime);
  }
}
