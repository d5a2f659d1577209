package tailgate.supervisor;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.admin.ProcessGroup.Member;
import tailgate.log.SafeLogger;

/**
 * The place of one process. The process may change, the place stays.
 *
 * <pre>
 *   EMPTY ──start──▶ STARTING ──ready──▶ READY
 *                     ▲    │ too late:     │
 *                     │    │ killed        │ exited
 *           delay over│    │ exited        │
 *                     │    ▼               │
 *                    BACKOFF ◀─────────────┘
 *
 *   any of them ──stop──▶ DRAINING ──exited──▶ ENDED
 * </pre>
 *
 * <ul>
 *   <li>There is a process exactly in STARTING, READY and DRAINING; never two at a time: the next
 *       one is started after the exit of the one before was seen.
 *   <li>{@code failures} counts how often in a row a process ended before it had served for {@link
 *       Backoff#STABLE}.
 *   <li>A process that is not ready in time is killed, and has failed when its exit is seen.
 * </ul>
 *
 * <p>Confined to the supervisor's thread, except for {@link #member} and {@link #kill}.
 *
 * <p>Tests: SupervisorTest.
 */
final class Slot {

  private static final Logger LOG = SafeLogger.of(Slot.class);

  enum State {
    EMPTY,
    STARTING,
    READY,
    BACKOFF,
    DRAINING,
    ENDED
  }

  /** What a process has been told about the port, and has done. */
  private enum Port {
    OPEN,
    LEAVING,
    LEFT
  }

  private final int number;
  private final Child.Launcher launcher;
  private final Duration startLimit;
  private final LongSupplier nanoClock;
  private final Exits exits;

  /** Volatile: written by the supervisor's thread, read by any that kills. */
  private volatile @Nullable Child child;

  // Confined to the supervisor's thread.

  private State state = State.EMPTY;
  private long starts;
  private int failures;
  private String reason = "";
  private @Nullable String said;
  private boolean served;
  private Port port = Port.OPEN;

  /** When the state was entered. */
  private long sinceNanos;

  /** Volatile: written by the supervisor's thread, read by any. */
  private volatile Member member;

  /** Called when a process has ended, by any thread. */
  @FunctionalInterface
  interface Exits {

    /**
     * The process of the slot has ended.
     *
     * @param start which of its processes, from 1
     * @param code its exit code
     */
    void exited(Slot slot, long start, int code);
  }

  /**
   * Creates a slot without a process.
   *
   * @param startLimit how long a process may take until it is ready
   */
  Slot(
      int number,
      Child.Launcher launcher,
      Duration startLimit,
      LongSupplier nanoClock,
      Exits exits) {
    this.number = number;
    this.launcher = launcher;
    this.startLimit = startLimit;
    this.nanoClock = nanoClock;
    this.exits = exits;
    this.member = new Member(number, null, "starting", 0);
  }

  int number() {
    return number;
  }

  State state() {
    return state;
  }

  /** Whether its process has been ready. */
  boolean served() {
    return served;
  }

  /** Whether its process accepts clients, as far as the supervisor knows. */
  boolean accepts() {
    return child != null && served && port == Port.OPEN;
  }

  /** Whether its process has the listening socket, as far as the supervisor knows. */
  boolean holdsPort() {
    return child != null && port != Port.LEFT;
  }

  /** Notes that the process was told to leave the port, or to close it. */
  void leaving() {
    port = Port.LEAVING;
  }

  /** Notes that the process has left the port. */
  void left() {
    port = Port.LEFT;
  }

  /** Returns the number of failures in a row. */
  int failures() {
    return failures;
  }

  /** Why the last process has failed. */
  String reason() {
    return reason;
  }

  /** Returns what others see of the process. Thread-safe. */
  Member member() {
    return member;
  }

  // ---- what happens

  /** Starts a process; one that cannot be started has failed. */
  void start() {
    starts++;
    served = false;
    port = Port.OPEN;
    said = null;
    long start = starts;
    IntConsumer exited = code -> exits.exited(this, start, code);
    try {
      child = launcher.start(number, exited);
      enter(State.STARTING);
    } catch (IOException | RuntimeException | OutOfMemoryError e) { // there may be no thread for it
      LOG.warn("cannot start process {}: {}", number, e.getMessage());
      failed(String.valueOf(e.getMessage()));
    }
  }

  /** The process with this id says that it is ready; returns whether it is the one that starts. */
  boolean ready(long pid) {
    Child starting = child;
    if (state != State.STARTING || starting == null || starting.pid() != pid) {
      return false;
    }
    served = true;
    enter(State.READY);
    return true;
  }

  /** The process with this id says why it will end. */
  void cannotStart(long pid, String why) {
    Child starting = child;
    if (starting != null && starting.pid() == pid) {
      said = why;
    }
  }

  /** The process of that start has ended. */
  void exited(long start, int code) {
    if (start != starts) {
      return;
    }
    child = null;
    if (state == State.DRAINING) {
      enter(State.ENDED);
      return;
    }
    forgetOldFailures();
    LOG.warn("process {} has ended with exit code {}", number, code);
    failed(said == null ? "exit code " + code : said);
  }

  /** Kills a process that is not ready in time, and starts one whose delay is over. */
  void tick() {
    switch (state) {
      case STARTING -> {
        if (isOver(startLimit)) {
          LOG.warn("process {} is not ready after {}, so it is killed", number, startLimit);
          kill();
          enter(State.STARTING); // so that it is said once
        }
      }
      case READY -> forgetOldFailures();
      case BACKOFF -> {
        if (isOver(Backoff.delay(failures))) {
          start();
        }
      }
      default -> {}
    }
  }

  /** Tells the process to end, and starts no other one. */
  void stop() {
    Child running = child;
    if (running != null) {
      running.terminate();
    }
    leave();
  }

  /** The process has been told to end. No other one is started. */
  void leave() {
    enter(child == null ? State.ENDED : State.DRAINING);
  }

  /** Ends the process at once, if there is one. Thread-safe. */
  void kill() {
    Child running = child;
    if (running != null) {
      running.kill();
    }
  }

  // ---- how

  private void failed(String why) {
    reason = why;
    failures++;
    enter(State.BACKOFF);
  }

  private void forgetOldFailures() {
    if (state == State.READY && isOver(Backoff.STABLE)) {
      failures = 0;
    }
  }

  private boolean isOver(Duration time) {
    return nanoClock.getAsLong() - sinceNanos >= time.toNanos();
  }

  private void enter(State next) {
    state = next;
    sinceNanos = nanoClock.getAsLong();
    Child now = child;
    Long pid = now == null ? null : Long.valueOf(now.pid());
    String name = next == State.EMPTY ? "starting" : next.name().toLowerCase(Locale.ROOT);
    member = new Member(number, pid, name, starts);
  }
}
