package tailgate.lab.claim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Doubt;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;

/**
 * One run in the terms in which claims select runs.
 *
 * @param setting what distinguishes the run from others of its experiment, such as {@code stage},
 *     {@code users}, {@code connections}, {@link #BLOCK}
 * @param objection why the run takes no part in a verdict; empty if it does
 * @param more figures that only some experiments have, such as {@link #COLD_LIVE}
 */
public record Observation(
    Map<String, String> setting,
    Measurement measured,
    Optional<String> objection,
    Map<String, Double> more) {

  /** A run with more failures than one in this many requests says nothing about speed. */
  private static final long REQUESTS_PER_FAILURE = 1_000;

  /** In a setting: the number of the block in which the run was made. */
  public static final String BLOCK = "block";

  /** In a setting, with any value: the run is of the A/A arm, and like another in all else. */
  public static final String TWIN = "twin";

  /** Bytes of heap for each connection of a server that is new. */
  public static final String COLD_LIVE = "coldLive";

  /** The same of a server after its load. */
  public static final String WARM_LIVE = "warmLive";

  /** KiB of resident memory for each connection of a server that is new. */
  public static final String COLD_RESIDENT = "coldResident";

  /** KB that a collector has freed for each request. */
  public static final String GARBAGE = "garbage";

  /** The mean number of workers of a pool. */
  public static final String WORKERS = "workers";

  public Observation {
    setting = Map.copyOf(setting);
    more = Map.copyOf(more);
  }

  /** With the usual figures. */
  public Observation(
      Map<String, String> setting, Measurement measured, Optional<String> objection) {
    this(setting, measured, objection, Map.of());
  }

  /**
   * A setting with the block that the run belongs to.
   *
   * @param block 0 if the run belongs to none
   */
  public static Map<String, String> inBlock(Map<String, String> setting, int block, boolean twin) {
    Map<String, String> all = new HashMap<>(setting);
    if (block > 0) {
      all.put(BLOCK, Integer.toString(block));
    }
    if (twin) {
      all.put(TWIN, "yes");
    }
    return all;
  }

  /** A run without an objection. */
  public Observation(Map<String, String> setting, Measurement measured) {
    this(setting, measured, Optional.empty());
  }

  /** The value of one part of the setting; empty if the experiment does not vary it. */
  String get(String key) {
    return setting.getOrDefault(key, "");
  }

  /** One of the figures that only some experiments have; NaN if this one has it not. */
  double more(String figure) {
    return more.getOrDefault(figure, Double.NaN);
  }

  /** The values of some parts of the setting. */
  List<String> get(List<String> keys) {
    return keys.stream().map(this::get).toList();
  }

  /** The block that it belongs to. Old runs have none, and are all in the same. */
  String block() {
    return get(BLOCK);
  }

  /** Whether it is of the A/A arm, which repeats another arm of the same block. */
  boolean isTwin() {
    return setting.containsKey(TWIN);
  }

  /** The setting without what may differ between runs of the same thing. */
  Map<String, String> point() {
    Map<String, String> point = new HashMap<>(setting);
    point.remove(BLOCK);
    point.remove(TWIN);
    return point;
  }

  int users() {
    return Integer.parseInt(get("users"));
  }

  /**
   * Why a run says more about its generator, or about what disturbed it, than about its server;
   * empty if it does not.
   */
  public static Optional<String> doubt(Measurement measured) {
    return doubt(measured.health(), measured.server().conditions());
  }

  /**
   * The same from what the generator says about itself, and what the machine did.
   *
   * @param health null if it says nothing
   * @param conditions null in old results
   */
  public static Optional<String> doubt(@Nullable Health health, @Nullable Conditions conditions) {
    if (health != null && !health.isTrustworthy()) {
      return Optional.of(
          health.doubts().stream().map(Doubt::words).collect(Collectors.joining(", ")));
    }
    Disturbance taken = conditions == null ? Disturbance.UNKNOWN : conditions.disturbance();
    return taken.degree() == Disturbance.Degree.TOO_MUCH
        ? Optional.of(taken.words())
        : Optional.empty();
  }

  /**
   * Whether a run says how fast its server is. The percentiles of no answers are 0, which is not
   * fast; and a server that refuses requests has more time for the others. A server may be so slow
   * that all of its answers are to requests that were due before: then its throughput is known, and
   * the percentiles are lower bounds.
   */
  static boolean showsSpeed(Measurement measured) {
    Figures figures = measured.figures();
    boolean answered = figures.count() > 0 || (measured.perSecond() > 0 && figures.missing() > 0);
    return answered && figures.failed() * REQUESTS_PER_FAILURE <= measured.requests();
  }
}
