package tailgate.supervisor;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tailgate.admin.ProcessGroup.Member;

/**
 * Keeps a number of processes running.
 *
 * <pre>
 *   FIRST: one process alone, so that a mistake is reported once
 *     | it is ready
 *   OTHERS: all others start
 *     | all are ready: started
 *   SERVING: a process that ends is replaced, see Slot and Backoff
 *     | stop: SIGTERM to all; or leave: to those that are ready, leave the port
 *   DRAINING: no process is started; waits for all to end, and kills them after the stop limit
 *     | the last one has ended
 *   ENDED
 *
 *   FIRST, OTHERS ──a process ends, or is not ready in time──▶ DRAINING, failed
 *   SERVING ──no process serves, and one has failed Backoff.LIMIT times──▶ DRAINING, failed
 * </pre>
 *
 * <ul>
 *   <li>At most one process per slot; in SERVING each slot has a process, or a time for the next
 *       one.
 *   <li>As long as any process serves, the supervisor does not give up.
 *   <li>No process is started after a stop, and all have ended when {@link #run} returns.
 *   <li>One process closes the port: the last one that accepts. The others leave it when they end.
 *       If several closed it at the same time, a client that one of them has answered could connect
 *       again just when the last one closes, and would be refused.
 *   <li>It closes the port when the others have left it, and do not only know that they should. If
 *       one of them held the socket for longer, clients could connect that nobody accepts.
 *   <li>If the supervisor is killed, its processes see the end of their links, and drain.
 * </ul>
 *
 * <p>The thread that calls {@link #run} does everything. Other threads only add events and figures.
 * {@link #killAll} is thread-safe too.
 *
 * <p>Tests: SupervisorTest.
 */
final class Supervisor implements ProcessLink.Listener {

  private static final Duration TICK = Duration.ofMillis(50);

  /**
   * How long the last process that accepts waits, before it closes the port, for the others to
   * leave it, and for the stop of the supervisor: whoever signals all processes, as systemd may,
   * signals the supervisor too.
   */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private enum Phase {
    FIRST,
    OTHERS,
    SERVING,
    DRAINING
  }

  private final List<Slot> slots;
  private final LinkedProcesses linked;
  private final TimeLimits limits;
  private final boolean replaces;
  private final Consumer<String> started;
  private final LongSupplier nanoClock;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  // Confined to the thread that runs.

  private Phase phase = Phase.FIRST;
  private boolean orderly = true;
  private Result.@Nullable Failed failure;
  private long drainingSinceNanos;

  /** The link of the process that is about to close the port, and waits for the answer. */
  private @Nullable ProcessLink closing;

  private long closingSinceNanos;

  /** Something that has happened. */
  @FunctionalInterface
  private interface Event {
    void happen() throws InterruptedException;
  }

  /**
   * Prepares a supervisor, which starts nothing before {@link #run}.
   *
   * @param processesOf makes what the admin port sees of the processes
   * @param replaces whether another server serves until these processes do; if they fail, it goes
   *     on
   * @param started gets the banner of a process from the thread that runs, when all are ready
   */
  Supervisor(
      int processes,
      Child.Launcher launcher,
      Function<Supplier<List<Member>>, LinkedProcesses> processesOf,
      TimeLimits limits,
      boolean replaces,
      Consumer<String> started,
      LongSupplier nanoClock) {
    this.limits = limits;
    this.replaces = replaces;
    this.started = started;
    this.nanoClock = nanoClock;
    this.slots =
        IntStream.range(0, processes)
            .mapToObj(i -> new Slot(i, launcher, limits.start(), nanoClock, this::exited))
            .toList();
    this.linked = processesOf.apply(this::members);
  }

  /** Returns the processes. Thread-safe. */
  LinkedProcesses processes() {
    return linked;
  }

  private List<Member> members() {
    return slots.stream().map(Slot::member).toList();
  }

  // ---- events, from any thread

  @Override
  public void figures(ProcessLink link, byte[] figures) {
    linked.answered(link, figures);
  }

  @Override
  public void ready(int process, long pid, ProcessLink link, String banner) {
    events.add(
        () -> {
          if (process < slots.size() && slots.get(process).ready(pid)) {
            linked.joined(process, link);
            ready(banner);
          } else {
            link.close(); // the process was given up; it ends when its link is closed
          }
        });
  }

  @Override
  public void cannotStart(int process, long pid, String reason) {
    events.add(
        () -> {
          if (process < slots.size()) {
            slots.get(process).cannotStart(pid, reason);
          }
        });
  }

  @Override
  public void closing(ProcessLink link) {
    events.add(
        () -> {
          if (linked.number(link).isPresent()) { // else it has ended, and another one may wait
            closing = link;
            closingSinceNanos = nanoClock.getAsLong();
          }
        });
  }

  @Override
  public void left(ProcessLink link) {
    events.add(() -> linked.number(link).ifPresent(number -> slots.get(number).left()));
  }

  /**
   * All processes are to finish their requests and to end. This process must neither accept from
   * the port nor hold it any more: the last process closes it.
   */
  void stop() {
    events.add(() -> drain(Slot::stop));
  }

  /** Stops as {@link #stop} does, while other processes accept from the same socket. */
  void leave() {
    events.add(() -> drain(this::leave));
  }

  /** Ends all processes at once. */
  void killAll() {
    slots.forEach(Slot::kill);
  }

  private void exited(Slot slot, long start, int code) {
    events.add(() -> ended(slot, start, code));
  }

  // ---- the thread that runs

  /** Runs until all processes have ended. */
  Result run() throws InterruptedException {
    begin();
    while (!isOver()) {
      step(TICK);
    }
    return result();
  }

  void begin() {
    slots.getFirst().start();
  }

  /** Waits at most so long for an event, and does what is due. */
  void step(Duration timeout) throws InterruptedException {
    Event event = events.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (event != null) {
      event.happen();
    }
    tick();
  }

  Result result() {
    return failure != null ? failure : new Result.Stopped(orderly);
  }

  /** Whether all processes have ended, and none will be started. */
  boolean isOver() {
    return phase == Phase.DRAINING
        && slots.stream().allMatch(slot -> slot.state() == Slot.State.ENDED);
  }

  private void ready(String banner) {
    if (phase == Phase.FIRST) {
      phase = Phase.OTHERS;
      slots.stream().skip(1).forEach(Slot::start);
    }
    if (phase == Phase.OTHERS && all(Slot.State.READY)) {
      phase = Phase.SERVING;
      started.accept(banner);
    }
  }

  private void ended(Slot slot, long start, int code) throws InterruptedException {
    boolean served = slot.served();
    linked.left(slot.number());
    slot.exited(start, code);
    if (phase == Phase.DRAINING) {
      orderly &= code == 0 || !served;
    }
  }

  private void tick() {
    answerClosing();
    if (phase == Phase.DRAINING) {
      if (nanoClock.getAsLong() - drainingSinceNanos >= limits.stop().toNanos()) {
        slots.forEach(Slot::kill);
      }
    } else {
      slots.forEach(Slot::tick);
      slots.stream().filter(this::isHopeless).findFirst().ifPresent(this::giveUp);
    }
  }

  private void answerClosing() {
    ProcessLink link = closing;
    if (link == null) {
      return;
    }
    OptionalInt number = linked.number(link);
    if (number.isEmpty()) { // it has ended
      closing = null;
      return;
    }
    Slot slot = slots.get(number.getAsInt());
    if (anyOther(slot, Slot::accepts)) {
      linked.leave(slot.number());
    } else if ((phase == Phase.DRAINING && !anyOther(slot, Slot::holdsPort))
        || nanoClock.getAsLong() - closingSinceNanos >= LONGEST_WAIT.toNanos()) {
      linked.closePort(slot.number());
    } else {
      return;
    }
    slot.leaving();
    closing = null;
  }

  private boolean isHopeless(Slot slot) {
    if (slot.state() != Slot.State.BACKOFF) {
      return false;
    }
    return phase != Phase.SERVING || (slot.failures() >= Backoff.LIMIT && none(Slot.State.READY));
  }

  private void giveUp(Slot slot) {
    String how =
        phase == Phase.SERVING
            ? "no process serves, and process %d has failed %d times in a row, at last: %s"
            : "process %d could not be started: %3$s";
    failure =
        new Result.Failed(
            String.format(Locale.ROOT, how, slot.number(), slot.failures(), slot.reason()));
    drain(replaces ? this::leave : Slot::stop);
  }

  private void drain(Consumer<Slot> how) {
    if (phase != Phase.DRAINING) {
      phase = Phase.DRAINING;
      drainingSinceNanos = nanoClock.getAsLong();
      slots.forEach(how);
    }
  }

  private void leave(Slot slot) {
    if (slot.state() == Slot.State.READY && linked.leave(slot.number())) {
      slot.leaving();
      slot.leave();
    } else {
      slot.stop();
    }
  }

  private boolean anyOther(Slot slot, Predicate<Slot> condition) {
    return slots.stream().anyMatch(other -> other != slot && condition.test(other));
  }

  private boolean all(Slot.State state) {
    return slots.stream().allMatch(slot -> slot.state() == state);
  }

  private boolean none(Slot.State state) {
    return slots.stream().noneMatch(slot -> slot.state() == state);
  }
}
