package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The search for the highest rate that keeps the objective. Immutable: what to try next follows
 * from what was tried.
 *
 * <pre>
 *   nothing tried ──► a batch of steps of × 1.25 around the power of 1.25 next to the guess, up
 *                     to it if that is rough, or the limit alone if the step above would pass it
 *     all held      ──► the next batch above, up to the limit
 *     none held     ──► a batch below, as often as {@link #DESCENTS}
 *     some held     ──► bisection, until held and failed differ by less than the resolution, or
 *                       all rates between them in one batch if they are few
 *     one failure   ──► the rate that failed, once more
 * </pre>
 *
 * <p>The rate that failed is the first of two neighbours that failed, or the highest rate tried. A
 * single failure below a rate that held was a hiccup of the machine: a queue that is too long at
 * one rate is longer at a higher one. For the same reason a rate fails for good only once it, or it
 * and a higher one, have failed twice: if it is the highest of all and failed once, it is tried
 * again at the end.
 *
 * <p>All rates are powers of 1.25 and what bisection finds between them, whatever the guess: two
 * climbs to the same capacity try the same rates and find the same one, and not what differs by as
 * much as their guesses do.
 *
 * @param guess roughly what the server can answer in a second
 * @param limit the highest rate that may be tried
 * @param resolution at which the search stops, above 1: 1.03 for 3 %
 * @param seen the rates that were tried, in the order in which they were made
 */
record Climb(double guess, double limit, double resolution, List<Seen> seen) {

  static final double FACTOR = 1.25;

  private static final int ROUGH_BATCH = 3;
  private static final int NEXT_BATCH = 4;

  /** A batch may begin lower so often after one in which nothing held. */
  private static final int DESCENTS = 2;

  /** A search without bisection divides the factor into no more parts. */
  private static final int MOST_PARTS = 4;

  /** The finest search divides the factor into so many parts. */
  static final int PARTS = 8;

  /** Percentiles within this factor of the objective rise in a line between two rates. */
  private static final double LINEAR = 3;

  /** Rounding changes an exponent by less than this. */
  private static final double NEAR = 1e-6;

  /** Two rates that differ by less are the same. */
  private static final double SAME = 1e-9;

  /**
   * A rate that was tried.
   *
   * @param sure whether it was the server that held or failed, and not the generator
   * @param used the percentile as a part of the objective: 1 if it was just kept; NaN if unknown
   */
  record Seen(double rate, boolean held, boolean sure, double used) {}

  Climb {
    seen = List.copyOf(seen);
    if (!(guess > 0 && limit > 0 && resolution > 1)) {
      throw new IllegalArgumentException(
          "no climb from %s to %s by %s".formatted(guess, limit, resolution));
    }
  }

  static Climb to(double guess, double limit, double resolution) {
    return new Climb(guess, limit, resolution, List.of());
  }

  /** Returns the climb up to another limit. */
  Climb upTo(double most) {
    return new Climb(guess, most, resolution, seen);
  }

  /** Returns the climb to a finer resolution. */
  Climb until(double finer) {
    return new Climb(guess, limit, finer, seen);
  }

  /** Returns the climb with one more step, of which the generator was able. */
  Climb saw(double rate, boolean held) {
    return saw(rate, held, true);
  }

  /** Returns the climb with one more step, of which the percentile is not known. */
  Climb saw(double rate, boolean held, boolean sure) {
    return saw(rate, held, sure, Double.NaN);
  }

  /** Returns the climb with one more step. */
  Climb saw(double rate, boolean held, boolean sure, double used) {
    List<Seen> longer = new ArrayList<>(seen);
    longer.add(new Seen(rate, held, sure, used));
    return new Climb(guess, limit, resolution, longer);
  }

  /** Returns the highest rate that held; empty if none did. */
  OptionalDouble held() {
    return bracket().held;
  }

  /** Returns the rate that failed; empty if none did. */
  OptionalDouble failed() {
    return bracket().failed;
  }

  /** Returns the lowest rate above the held one that surely failed; empty if there is none. */
  OptionalDouble end() {
    double from = held().orElse(0);
    return seen.stream()
        .filter(step -> !step.held && step.sure && step.rate > from)
        .mapToDouble(Seen::rate)
        .min();
  }

  /**
   * Returns where the percentile reaches the objective: between the rate that held and the one that
   * failed, on a straight line if both scales are logarithmic. It is the rate that held if one of
   * the two percentiles is far from the objective, because between them it does not rise in a line
   * then; if it was not the percentile that failed, or not surely the server; 0 if none held.
   */
  double crossing() {
    double from = held().orElse(0);
    double to = failed().orElse(from);
    double low = used(from);
    double high = used(to);
    boolean isNear = low >= 1 / LINEAR && low < 1 && high > 1 && high <= LINEAR;
    if (isNear && end().equals(failed())) {
      return from * Math.pow(to / from, Math.log(low) / (Math.log(low) - Math.log(high)));
    }
    return from;
  }

  /** Returns the least percentile of all steps of a rate; NaN if there is none. */
  private double used(double rate) {
    return seen.stream()
        .filter(step -> step.rate == rate)
        .mapToDouble(Seen::used)
        .min()
        .orElse(Double.NaN);
  }

  /** Returns whether a rate held and one failed. */
  boolean isBracketed() {
    return held().isPresent() && failed().isPresent();
  }

  /** Returns whether a rate held, and the one that failed has failed for good. */
  boolean isSettled() {
    return isBracketed() && isConfirmed(failed().getAsDouble());
  }

  /** Returns whether a failure at this rate was no hiccup. */
  private boolean isConfirmed(double failed) {
    return isRough() // then it does not matter
        || seen.stream().filter(step -> !step.held && step.rate >= failed).count() > 1;
  }

  /** Returns whether little more than the magnitude is looked for. */
  private boolean isRough() {
    return resolution > FACTOR * FACTOR;
  }

  /** Returns whether the highest rate to be tried held: the capacity is at least this. */
  boolean isAtLimit() {
    OptionalDouble held = held();
    return held.isPresent() && held.getAsDouble() >= limit * (1 - SAME);
  }

  /** Returns the rates to try next, in this order in one load; empty if the search is over. */
  List<Double> next() {
    Bracket now = bracket();
    if (seen.isEmpty()) {
      double next = power(Math.rint(exponent(guess)));
      if (next * FACTOR > limit) {
        return List.of(limit);
      }
      // A closed load shows four fifths to all of what an open one does.
      return isRough() ? batch(next, ROUGH_BATCH) : above(below(below(next)));
    }
    if (isAtLimit()) {
      return List.of();
    }
    if (now.failed.isEmpty()) {
      return above(now.held.orElseThrow());
    }
    double failed = now.failed.getAsDouble();
    if (now.held.isEmpty()) {
      return descents() > DESCENTS ? List.of() : batch(below(failed), NEXT_BATCH);
    }
    return between(now.held.getAsDouble(), failed);
  }

  /** Returns what is to be tried between a rate that held and one that failed. */
  private List<Double> between(double held, double failed) {
    int parts = (int) Math.ceil(Math.log(failed / held) / Math.log(resolution) - NEAR);
    if (parts > 1 && exponent(resolution) * MOST_PARTS < 1 - NEAR) {
      return List.of(common(Math.sqrt(held * failed)));
    }
    List<Double> rates = new ArrayList<>();
    for (int part = 1; part < parts; part++) {
      rates.add(common(held * Math.pow(failed / held, (double) part / parts)));
    }
    if (!isConfirmed(failed)) {
      rates.add(failed);
    }
    return rates;
  }

  /** Returns so many steps, of which the last one is this rate. */
  private List<Double> batch(double top, int count) {
    List<Double> rates = new ArrayList<>();
    rates.add(top);
    while (rates.size() < count) {
      rates.add(0, below(rates.get(0)));
    }
    return rates;
  }

  private List<Double> above(double held) {
    List<Double> rates = new ArrayList<>();
    double rate = held;
    while (rates.size() < NEXT_BATCH && rate < limit * (1 - SAME)) {
      rate = Math.min(power(Math.floor(exponent(rate) + SAME) + 1), limit);
      rates.add(rate);
    }
    return rates;
  }

  /** Returns the next power below a rate, or one further if the resolution is coarser than it. */
  private double below(double rate) {
    return power(Math.ceil(exponent(rate) - SAME) - Math.max(1, Math.floor(exponent(resolution))));
  }

  private static double exponent(double rate) {
    return Math.log(rate) / Math.log(FACTOR);
  }

  /** Returns a power; it is always the same number for the same exponent. */
  private static double power(double exponent) {
    return Math.pow(FACTOR, exponent);
  }

  /** Returns a rate that was computed, exactly as other climbs have it, if they can. */
  static double common(double rate) {
    double parts = exponent(rate) * PARTS;
    return Math.abs(parts - Math.rint(parts)) < NEAR ? power(Math.rint(parts) / PARTS) : rate;
  }

  /** Counts the batches that began lower than the one before, and the first one. */
  private int descents() {
    double lowest = Double.MAX_VALUE;
    int batches = 0;
    for (Seen step : seen) {
      if (step.rate < lowest * (1 - SAME)) {
        lowest = step.rate;
        batches++;
      }
    }
    return batches;
  }

  private record Bracket(OptionalDouble held, OptionalDouble failed) {}

  private Bracket bracket() {
    TreeMap<Double, Boolean> byRate = new TreeMap<>();
    for (Seen step : seen) {
      byRate.merge(step.rate, step.held, Boolean::logicalOr);
    }
    OptionalDouble held = OptionalDouble.empty();
    OptionalDouble failed = OptionalDouble.empty();
    for (var step : byRate.entrySet()) {
      if (step.getValue()) {
        held = OptionalDouble.of(step.getKey());
        failed = OptionalDouble.empty();
      } else if (failed.isEmpty()) {
        failed = OptionalDouble.of(step.getKey());
      } else {
        break; // the second neighbour that failed
      }
    }
    return new Bracket(held, failed);
  }
}
