package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Failures;
import tailgate.lab.load.Text;

/**
 * What was seen at one rate of arrivals. Times are microseconds.
 *
 * @param rate the arrivals per second
 * @param seconds for how many seconds the rate lasted
 * @param arrivals the requests that were due
 * @param answered those of them with status 200, early or late
 * @param failed those of them with another status, or none until the time-out
 * @param within those of them that were answered within the objective
 * @param inTime the answers that arrived while it lasted, whenever their requests were due
 * @param p50 the median of all requests, also of those without an answer
 * @param mean the mean of the same requests
 * @param tail the percentile of the objective, likewise
 * @param exact whether the tail is more than a lower bound
 * @param drift by how much the median latency grew, in microseconds for each second
 * @param lag how late 99 % of the requests left for which a connection was free
 * @param blocked the requests that found all connections of the generator in use
 * @param cpu the processor time of the server for each request; null if not sampled
 * @param threads the threads of the server; null if not sampled
 * @param mib the resident memory of the server; null if not sampled
 * @param idle the processors of the machine that did nothing, on average; null if not sampled
 * @param failures the causes of those that failed; null in old results
 * @param asked the processor time that those that were due need, as a part of what the cores of the
 *     server have; null if not sampled, and in old results
 * @param breakdown where the time of those that were answered went; null if the server does not say
 *     it, and in old results
 */
public record Step(
    double rate,
    double seconds,
    long arrivals,
    long answered,
    long failed,
    long within,
    long inTime,
    long p50,
    double mean,
    long tail,
    boolean exact,
    double drift,
    long lag,
    long blocked,
    @Nullable Double cpu,
    @Nullable Double threads,
    @Nullable Double mib,
    @Nullable Double idle,
    @Nullable Failures failures,
    @Nullable Double asked,
    @Nullable Breakdown breakdown) {

  /** The cores are in use from this share on. */
  private static final double BUSY = 0.8;

  /** If there are fewer requests, all have to be within the objective. */
  private static final int FEW = 20;

  /** One request in a thousand may fail. */
  static final double MOST_FAILED = 0.001;

  /** If latency grows by more than this share of the time that passes, requests pile up. */
  private static final double MOST_DRIFT = 0.02;

  /**
   * A latency that grows by less than this share of the objective varies by chance, in a step that
   * is long enough for the objective.
   */
  private static final double NOTABLE = 0.2;

  /** A step that is shorter by up to so many times may grow no faster than a longer one. */
  private static final double SHORTER = 2;

  /** The growth is seen over this part of a step. */
  private static final double BETWEEN = 2.0 / 3;

  private static final double ENOUGH_IN_TIME = 0.97;

  /** The processor time of a request is known to a few percent in a short step. */
  private static final double MOST_ASKED = 1.05;

  /** A generator that is later than this share of the objective is part of what was measured. */
  private static final double MOST_LAG = 0.05;

  private static final long LEAST_LAG_MICROS = 1_000;

  /**
   * A generator may make a percentile longer by so many times its lag: the requests wait for the
   * generator, and then for one another, because they come at once.
   */
  private static final int LAG_COUNTS = 4;

  /** Says why the objective was missed; empty if it was kept. */
  Optional<String> failure(Objective objective) {
    if (failed > MOST_FAILED * arrivals) {
      return Optional.of(format("%.1f %% failed", 100.0 * failed / arrivals));
    }
    if (within == 0 || arrivals - within > slowAllowed(objective)) {
      return Optional.of(format("%s was %s ms", objective.name(), Text.millis(tail)));
    }
    return pilesUp(objective) ? Optional.of("requests piled up") : Optional.<String>empty();
  }

  /** Returns whether only failures missed the objective: all others were within it. */
  boolean isMissedByFailures(Objective objective) {
    return failed > MOST_FAILED * arrivals && arrivals - failed - within <= slowAllowed(objective);
  }

  /** Returns how many may be slow: one of few, or their percentile would be their maximum. */
  private double slowAllowed(Objective objective) {
    return Math.max(arrivals < FEW ? 0 : 1, arrivals * (1 - objective.percentile() / 100));
  }

  boolean holds(Objective objective) {
    return failure(objective).isEmpty();
  }

  /** Returns whether more arrived than was answered, although too briefly to become slow. */
  private boolean pilesUp(Objective objective) {
    // Answers that are within the objective may still arrive after the end of a short step.
    double late = rate * objective.micros() / 1e6;
    double enough = ChoosePlan.OBJECTIVES * objective.micros() / 1e6;
    double lasts = Math.max(seconds, Math.min(enough, SHORTER * seconds));
    double mostDrift = Math.max(MOST_DRIFT * 1e6, NOTABLE * objective.micros() / (lasts * BETWEEN));
    return inTime < ENOUGH_IN_TIME * arrivals - late || drift > mostDrift || isTooMuch();
  }

  /**
   * Returns whether the requests need more processor time than the cores have: no server can hold
   * that, however long it takes until the queue is too long (the utilization law, Lazowska et al.,
   * Quantitative System Performance, 3.2).
   */
  private boolean isTooMuch() {
    return asked != null && asked > MOST_ASKED;
  }

  /**
   * Returns whether the generator was late by itself, by so much that this may be why the objective
   * was missed, or had fewer connections than the rate needs: then the step says nothing about the
   * server.
   */
  boolean isDoubtful(Objective objective) {
    boolean isExplained = tail - objective.micros() < LAG_COUNTS * lag;
    return (isLate(objective) && isExplained) || lacksConnections(objective);
  }

  /** Whether the generator was late, for a reason that the server may have felt, too. */
  boolean isLate(Objective objective) {
    return lag > Math.max(LEAST_LAG_MICROS, MOST_LAG * objective.micros());
  }

  /** Returns whether requests waited for a connection, and the generator may open no more. */
  boolean lacksConnections(Objective objective) {
    return blocked > MOST_FAILED * arrivals
        && Loads.connections(rate, objective) > ChoosePlan.MOST_CONNECTIONS;
  }

  /** Returns the answers within the objective, for each second. */
  double goodput() {
    return within / seconds;
  }

  /** Returns whether so many cores of the server were in use, by itself or by others on them. */
  boolean usesAll(int cores) {
    return cores() >= BUSY * cores || (idle != null && idle <= (1 - BUSY) * cores);
  }

  /** Returns the processor time of the server in cores; 0 if unknown. */
  double cores() {
    return cpu == null ? 0 : cpu * rate / 1e6;
  }
}
