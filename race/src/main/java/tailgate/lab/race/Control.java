package tailgate.lab.race;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Holds what the pages have asked for. Pages change it and lanes read it, without waiting for each
 * other. Thread-safe.
 */
final class Control {

  private static final double SPIKE = 3;
  private static final long SPIKE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long UNWATCHED_NANOS = TimeUnit.SECONDS.toNanos(60);

  /**
   * What the pages want now.
   *
   * @param resets how often the figures were to be cleared
   * @param starts how often each stage, by name, was to be started again if it is dead
   * @param restarts how often all servers were to be started again, dead or not
   */
  record Wanted(RaceSettings settings, int resets, Map<String, Integer> starts, int restarts) {
    Wanted {
      starts = Map.copyOf(starts);
    }
  }

  private final LongSupplier clock;

  /** What the pages want now. Volatile because all read it; written under the lock. */
  private volatile Wanted wanted;

  /** The time until which a spike lasts. Volatile because all read it. */
  private volatile long spikeEnd = Long.MIN_VALUE;

  /** The time at which a page was last there. Volatile because all read it. */
  private volatile long watched;

  /** What breaks counts since this time. Volatile because all read it; the frames write it. */
  private volatile long countsFrom = Long.MAX_VALUE;

  /** Creates the control of a race with these settings; the clock is in nanoseconds. */
  Control(RaceSettings settings, LongSupplier clock) {
    this.clock = clock;
    wanted = new Wanted(settings, 0, Map.of(), 0);
    watched = clock.getAsLong();
  }

  Wanted wanted() {
    return wanted;
  }

  /**
   * Changes settings.
   *
   * @throws IllegalArgumentException with a message for the user; nothing has changed then
   */
  synchronized RaceSettings change(JsonNode changes) {
    RaceSettings settings = wanted.settings.with(changes);
    wanted = new Wanted(settings, wanted.resets, wanted.starts, wanted.restarts);
    return settings;
  }

  synchronized void reset() {
    wanted = new Wanted(wanted.settings, wanted.resets + 1, wanted.starts, wanted.restarts);
    spikeEnd = Long.MIN_VALUE;
  }

  /** Starts a stage again if it is dead. */
  synchronized void start(String stage) {
    Map<String, Integer> starts = new TreeMap<>(wanted.starts);
    starts.merge(stage, 1, Integer::sum);
    wanted = new Wanted(wanted.settings, wanted.resets, starts, wanted.restarts);
  }

  /** Starts all servers again, so that all queues are empty. */
  synchronized void restartAll() {
    wanted = new Wanted(wanted.settings, wanted.resets, wanted.starts, wanted.restarts + 1);
  }

  /** Triples the rate for a second from now. */
  void spike() {
    spikeEnd = clock.getAsLong() + SPIKE_NANOS;
  }

  boolean isSpike() {
    return clock.getAsLong() < spikeEnd;
  }

  /** Notes that a page is there. */
  void watch() {
    watched = clock.getAsLong();
  }

  /** Returns whether no page has been there for a minute. */
  boolean isPaused() {
    return clock.getAsLong() - watched > UNWATCHED_NANOS;
  }

  /**
   * Begins to count what breaks. What has broken before does not count, because not all servers had
   * answered, or the machine was starved. The first call begins the race.
   */
  void countFrom(long nanos) {
    countsFrom = nanos;
  }

  /** Returns since when it counts; {@link Long#MAX_VALUE} before the race begins. */
  long countsFrom() {
    return countsFrom;
  }

  boolean hasBegun() {
    return countsFrom != Long.MAX_VALUE;
  }

  /** Returns the requests a second that each stage gets now. */
  double perSecond() {
    return isPaused() ? 0 : wanted.settings.rate() * (isSpike() ? SPIKE : 1);
  }
}
