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
import tailgate.lab.plan.Quantity;

/**
 * One run in the terms in which claims select runs.
 *
 * @param setting what distinguishes the run from others of its experiment, such as {@code stage},
 *     {@code users}, {@code connections}, {@link #BLOCK}
 * @param objection why the run takes no part in a verdict; empty if it does
 * @param figures those that only some experiments have, such as {@link Quantity#COLD_LIVE}
 */
public record ClaimRun(
    Map<String, String> setting,
    Measurement measured,
    Optional<String> objection,
    Map<Quantity, Double> figures) {

  /** A run with more failures than one in this many requests says nothing about speed. */
  private static final long REQUESTS_PER_FAILURE = 1_000;

  /** This key of a setting has the number of the block in which the run was made. */
  public static final String BLOCK = "block";

  /** This key of a setting has the name of a phase. */
  static final String LOAD = "load";

  /** This key marks a run of the A/A arm, which is like another run in all else. */
  public static final String TWIN = "twin";

  public ClaimRun {
    setting = Map.copyOf(setting);
    figures = Map.copyOf(figures);
  }

  /** Makes an observation that has the usual figures only. */
  public ClaimRun(Map<String, String> setting, Measurement measured, Optional<String> objection) {
    this(setting, measured, objection, Map.of());
  }

  /**
   * Returns a setting with the block that the run belongs to.
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

  /** Returns the run as if it had been made in another block. */
  ClaimRun again(int block) {
    return new ClaimRun(inBlock(setting, block, false), measured, objection, figures);
  }

  /** Returns the run as one under a load of that name, with other answers per second. */
  public ClaimRun under(String load, double perSecond) {
    Map<String, String> all = new HashMap<>(setting);
    all.put(LOAD, load);
    return new ClaimRun(all, measured.at(perSecond), objection, figures);
  }

  /** Returns the value of one part of the setting; empty if the experiment does not vary it. */
  String get(String key) {
    return setting.getOrDefault(key, "");
  }

  /** Returns a figure that only some experiments have; NaN if this one does not have it. */
  double figure(Quantity figure) {
    return figures.getOrDefault(figure, Double.NaN);
  }

  /** Returns the values of several parts of the setting. */
  List<String> get(List<String> keys) {
    return keys.stream().map(this::get).toList();
  }

  /**
   * Returns whether the run has these values. A value such as {@code 10..100} is a range that
   * includes both ends.
   */
  public boolean matches(Map<String, String> wanted) {
    return wanted.entrySet().stream()
        .allMatch(entry -> matches(get(entry.getKey()), entry.getValue()));
  }

  static boolean matches(String value, String wanted) {
    int dots = wanted.indexOf("..");
    if (dots < 0 || value.isEmpty()) {
      return value.equals(wanted);
    }
    int number = Integer.parseInt(value);
    return number >= Integer.parseInt(wanted.substring(0, dots))
        && number <= Integer.parseInt(wanted.substring(dots + 2));
  }

  /** Returns the block that the run belongs to. Old runs have none, and share one block. */
  String block() {
    return get(BLOCK);
  }

  /** Returns whether the run is of the A/A arm, which repeats another arm of the same block. */
  boolean isTwin() {
    return setting.containsKey(TWIN);
  }

  /** Returns the setting without what may differ between runs of the same thing. */
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
   * Says why a run tells more about its generator, or about what disturbed it, than about its
   * server; empty if it does not.
   */
  public static Optional<String> doubt(Measurement measured) {
    return doubt(measured.health(), measured.server().conditions());
  }

  /**
   * Says why a run is in doubt, by what its generator says about itself, and what the machine did.
   *
   * @param health null if the generator says nothing
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
   * Returns whether a run says how fast its server is. The percentiles of no answers are 0, which
   * is not fast; and a server that refuses requests has more time for the others. A server may be
   * so slow that all of its answers are to requests that were due before: then its throughput is
   * known, and the percentiles are lower bounds.
   */
  static boolean showsSpeed(Measurement measured) {
    Figures figures = measured.figures();
    boolean answered = figures.count() > 0 || (measured.perSecond() > 0 && figures.missing() > 0);
    return answered && figures.failed() * REQUESTS_PER_FAILURE <= measured.requests();
  }
}
