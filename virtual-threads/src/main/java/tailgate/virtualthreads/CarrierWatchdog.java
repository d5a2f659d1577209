package tailgate.virtualthreads;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.metrics.CarrierHealth;
import tailgate.virtualthreads.CarrierThreads.Sample;

/**
 * Notices within a second that virtual threads hold on to their carriers, for {@code /health/live}.
 * A thread of its own looks four times a second, and asks two questions:
 *
 * <ul>
 *   <li>Which carriers are <b>stuck</b>? Those that run a virtual thread in four looks in a row and
 *       meanwhile use no processor: the virtual thread waits, and is pinned. Those that run none
 *       are <b>idle</b>.
 *   <li>Are virtual threads <b>starved</b>? Each look starts a new one, which should have run
 *       before the next look. If it has not run three looks later, all carriers are stuck, or busy
 *       with computations, or overloaded.
 * </ul>
 *
 * <p>Looks are counted, not time, so a pause of the whole process does not make anything look
 * stuck. Requests have no cost. The thread ends with the executor.
 */
final class CarrierWatchdog {

  /** The time between two looks. */
  static final Duration PERIOD = Duration.ofMillis(250);

  /** What is seen in this number of looks in a row has lasted for 0.75 to 1 s. */
  static final int LOOKS = 4;

  /** The first second is for the start of the server and its first response. */
  private static final Duration FIRST = Duration.ofSeconds(1);

  /**
   * A carrier that has used less processor time than this since the last look is idle; even a tiny
   * request takes more.
   */
  private static final long NOTHING_NANOS = 100_000;

  /**
   * A dump stops the JVM. So there is at most one in 5 s, or one in a minute if the reason may only
   * be overload.
   */
  private static final int LOOKS_PER_STACKS = 20;

  private static final int LOOKS_PER_LINE = 240;
  private static final Logger LOG = SafeLogger.of(CarrierWatchdog.class);

  /**
   * A carrier that used no processor in some looks in a row, and ran the same virtual thread, or
   * none, in all of them.
   */
  private record Unchanged(boolean mounted, long cpuNanos, int looks) {}

  private final Supplier<List<Sample>> carriers;
  private final Executor virtualThreads;
  private final Supplier<String> stacks;

  /** What has not changed of each carrier, by its number. Confined to the thread that looks. */
  private Map<Long, Unchanged> unchanged = new HashMap<>();

  /** The latest virtual thread that was started. Confined likewise. */
  private Probe probe = new Probe();

  /** The number of looks in which the thread had not run. Confined likewise. */
  private int missing;

  /** How many looks ago stacks were taken, and a line was logged. Confined likewise. */
  private int sinceStacks = LOOKS_PER_LINE;

  private int sinceLine = LOOKS_PER_LINE;

  /** Volatile: written by the thread that looks, read by all. */
  private volatile CarrierHealth health = CarrierHealth.FREE;

  /**
   * Does not look by itself; see {@link #look}.
   *
   * @param virtualThreads runs each task in a new one
   * @param stacks of what carriers run
   */
  CarrierWatchdog(
      Supplier<List<Sample>> carriers, Executor virtualThreads, Supplier<String> stacks) {
    this.carriers = carriers;
    this.virtualThreads = virtualThreads;
    this.stacks = stacks;
    probe.run();
  }

  /** Watches until the executor of the virtual threads has ended. */
  static CarrierWatchdog until(ExecutorService end) {
    var watchdog =
        new CarrierWatchdog(
            new CarriersSeen(), CarrierWatchdog::start, () -> new CarrierStacks().take());
    Thread.ofPlatform().daemon().name("tailgate-carriers").start(() -> watchdog.watch(end));
    return watchdog;
  }

  /**
   * Starts a virtual thread outside the stage's executor, whose threads are counted as connections.
   */
  static void start(Runnable task) {
    Thread.ofVirtual().name("tailgate-probe").start(task);
  }

  /** What the last look has shown. Thread-safe. */
  CarrierHealth health() {
    return health;
  }

  private void watch(ExecutorService end) {
    try {
      Duration wait = FIRST;
      while (!end.awaitTermination(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        wait = PERIOD;
        lookSafely();
      }
    } catch (InterruptedException e) {
      LOG.debug("interrupted", e);
    }
  }

  private void lookSafely() {
    try {
      look();
    } catch (RuntimeException | Error e) { // without memory, for example: the next look may succeed
      LOG.debug("cannot look at the carriers", e);
    }
  }

  void look() {
    List<Sample> all = carriers.get();
    Map<Long, Unchanged> next = new HashMap<>();
    for (Sample carrier : all) {
      next.put(carrier.id(), since(carrier));
    }
    unchanged = next;
    missing = probe.ran ? 0 : missing + 1;
    if (probe.ran) {
      probe = new Probe();
      virtualThreads.execute(probe);
    }
    boolean starved = missing >= LOOKS - 1; // it was started in the first one
    report(all.size(), count(true), count(false), starved);
  }

  private Unchanged since(Sample carrier) {
    Unchanged before = unchanged.get(carrier.id());
    return before == null
            || before.mounted != carrier.mounted()
            || carrier.cpuNanos() - before.cpuNanos > NOTHING_NANOS
        ? new Unchanged(carrier.mounted(), carrier.cpuNanos(), 1)
        : new Unchanged(before.mounted, before.cpuNanos, before.looks + 1);
  }

  private int count(boolean mounted) {
    return (int)
        unchanged.values().stream().filter(c -> c.mounted == mounted && c.looks >= LOOKS).count();
  }

  private void report(int all, int stuck, int idle, boolean starved) {
    sinceStacks++;
    sinceLine++;
    if (stuck == 0 && !starved) {
      health = CarrierHealth.FREE;
      return;
    }
    CarrierHealth before = health;
    boolean worse = stuck > before.stuck() || (starved && !before.starved());
    int rest = stuck > 0 ? LOOKS_PER_STACKS : LOOKS_PER_LINE;
    boolean take = sinceStacks >= rest && (worse || before.stacks().isEmpty());
    String words = take ? stacks.get() : before.stacks();
    health = new CarrierHealth(all, stuck, idle, starved, words);
    if (take) {
      sinceStacks = 0;
    }
    if (take && sinceLine >= LOOKS_PER_LINE) {
      sinceLine = 0;
      LOG.warn("{}\n{}", health.inOneLine(), words);
    }
  }

  /** Does nothing in a virtual thread, to see whether that runs. */
  private static final class Probe implements Runnable {

    /** Volatile: written by the virtual thread, read by the thread that looks. */
    private volatile boolean ran;

    @Override
    public void run() {
      ran = true;
    }
  }

  /** Made at the first look: the management classes take a while to load. */
  private static final class CarriersSeen implements Supplier<List<Sample>> {

    /** What reads the carriers; null before the first look. Confined to the thread that looks. */
    private @Nullable CarrierThreads threads;

    @Override
    public List<Sample> get() {
      CarrierThreads known = threads == null ? new CarrierThreads() : threads;
      threads = known;
      return known.look();
    }
  }
}
