package tailgate.lab.claim;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;

/**
 * One run in the terms in which claims select runs.
 *
 * @param setting what distinguishes the run from others of its experiment, such as {@code stage},
 *     {@code users}, {@code connections}, {@code trial}
 * @param objection why the run takes no part in a verdict; empty if it does
 */
public record Observation(
    Map<String, String> setting, Measurement measured, Optional<String> objection) {

  /** A run with more failures than one in this many requests says nothing about speed. */
  private static final long REQUESTS_PER_FAILURE = 1_000;

  public Observation {
    setting = Map.copyOf(setting);
  }

  /** A run without an objection. */
  public Observation(Map<String, String> setting, Measurement measured) {
    this(setting, measured, Optional.empty());
  }

  /** The value of one part of the setting; empty if the experiment does not vary it. */
  String get(String key) {
    return setting.getOrDefault(key, "");
  }

  /** The values of some parts of the setting. */
  List<String> get(List<String> keys) {
    return keys.stream().map(this::get).toList();
  }

  int users() {
    return Integer.parseInt(get("users"));
  }

  /** Whether the load generator of a run kept to its schedule, as far as it is known. */
  public static boolean generatorKeptUp(Measurement measured) {
    return measured.health() == null || !measured.health().fellBehind();
  }

  /**
   * Whether a run says how fast its server is. The percentiles of no answers are 0, which is not
   * fast; and a server that refuses requests has more time for the others.
   */
  static boolean showsSpeed(Measurement measured) {
    Figures figures = measured.figures();
    return figures.count() > 0 && figures.failed() * REQUESTS_PER_FAILURE <= measured.requests();
  }
}
