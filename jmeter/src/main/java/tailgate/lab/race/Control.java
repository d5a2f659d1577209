package tailgate.lab.race;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What the pages have asked for. Pages change it and lanes read it, without waiting for each other.
 * Thread-safe.
 */
final class Control {

  private static final double SPIKE = 3;
  private static final long SPIKE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long UNWATCHED_NANOS = TimeUnit.SECONDS.toNanos(60);

  /**
   * What is wanted now.
   *
   * @param resets how often the figures were to be cleared
   * @param starts how often each stage was to be started again if it is dead, by name
   * @param restarts how often all servers were to be started again, dead or not
   */
  record Wanted(Settings settings, int resets, Map<String, Integer> starts, int restarts) {
    Wanted {
      starts = Map.copyOf(starts);
    }
  }

  private final LongSupplier clock;

  /** Volatile because all read it; written under the lock. */
  private volatile Wanted wanted;

  /** Volatile because all read it. */
  private volatile long spikeEnd = Long.MIN_VALUE;

  /** When a page was last there. Volatile because all read it. */
  private volatile long watched;

  /** Since when it counts what breaks. Volatile because all read it; the frames write it. */
  private volatile long countsFrom = Long.MAX_VALUE;

  /**
   * @param clock in nanoseconds
   */
  Control(Settings settings, LongSupplier clock) {
    this.clock = clock;
    wanted = new Wanted(settings, 0, Map.of(), 0);
    watched = clock.getAsLong();
  }

  Wanted wanted() {
    return wanted;
  }

  /**
   * Changes some settings.
   *
   * @throws IllegalArgumentException with a message for the user; nothing has changed then
   */
  synchronized Settings change(JsonNode changes) {
    Settings settings = wanted.settings.with(changes);
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

  /** Three times the rate for a second from now. */
  void spike() {
    spikeEnd = clock.getAsLong() + SPIKE_NANOS;
  }

  boolean isSpike() {
    return clock.getAsLong() < spikeEnd;
  }

  /** A page is there. */
  void watch() {
    watched = clock.getAsLong();
  }

  /** No page has been there for a minute. */
  boolean isPaused() {
    return clock.getAsLong() - watched > UNWATCHED_NANOS;
  }

  /**
   * What has broken before does not count, because not all servers had answered, or the machine was
   * starved. The first call begins the race.
   */
  void countFrom(long nanos) {
    countsFrom = nanos;
  }

  /** {@link Long#MAX_VALUE} before the race begins. */
  long countsFrom() {
    return countsFrom;
  }

  boolean hasBegun() {
    return countsFrom != Long.MAX_VALUE;
  }

  /** The rate at each stage now. */
  double perSecond() {
    return isPaused() ? 0 : wanted.settings.rate() * (isSpike() ? SPIKE : 1);
  }
}
