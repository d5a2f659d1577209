package tailgate.adaptivepool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import tailgate.adaptivepool.Load.Task;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.server.stage.OverloadPolicy;

/**
 * A pool on paper: discrete events on a clock that only this class moves. The real scaler, sampler,
 * backoff and policy run on it; queue, workers, threads and processors are counted, not had.
 *
 * <pre>
 *   arrivals ──▶ queue ──▶ worker: waits for a slot of the back end, waits in it (costs
 *      ▲                            nothing), gives it back, then computes ──▶ latencies
 *      └── of closed users ─────  computing workers share the cores evenly: each gets
 *                                 min(1, cores / computing) of one
 * </pre>
 *
 * <p>It is kind to large pools: to switch between threads costs nothing here. A new thread takes
 * {@link #START_NANOS}, one after the other.
 */
final class PoolSimulation implements PoolControl {
  private static final long START_NANOS = 100_000;
  private static final long NEVER = Long.MAX_VALUE;

  /** A task that a worker has begun, and what is left of it. */
  private static final class Run {
    final Task task;
    final long begunNanos;
    boolean hasSlot;
    double waitLeft;
    double computeLeft;

    Run(Task task, long begunNanos) {
      this.task = task;
      this.begunNanos = begunNanos;
      this.waitLeft = task.waitNanos();
      this.computeLeft = task.computeNanos();
    }
  }

  /** What happened, and when. */
  record Change(Duration at, Resize resize) {}

  private final int cores;
  private final double available;
  private final Iterator<Task> arrivals;
  private Task next;

  private final Queue<Task> queue = new ArrayDeque<>();
  private final List<Run> runs = new ArrayList<>();
  private final Queue<Long> starting = new ArrayDeque<>();
  private int slots = Integer.MAX_VALUE;
  private boolean closed;
  private long longestWaitNanos = NEVER;
  private final List<Long> refused = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<Long> latencies = new ArrayList<>();
  private final Scaler scaler;
  private final LookBackoff backoff;
  private int workers;
  private int retirements;
  private boolean useless;
  private double workerNanos;

  private long nowNanos;
  private double cpuNanos;
  private boolean kernelWaits;
  private boolean hasRunQueue;
  private double wantedNanos;
  private double wantedBefore;
  private long wantedAtNanos;
  private Optional<RunQueue.Mean> lastScheduled = Optional.empty();
  private long accepted;
  private long waitNanos;
  private long serviceNanos;
  private boolean rung;
  private Scaler.Outcome outcome = Scaler.Outcome.CALM;
  private long soonestLook;
  private long latestLook;
  private int looks;

  /**
   * A pool under a load.
   *
   * @param cores what the pool is told
   * @param available what it gets, in cores: less if a neighbour or a hypervisor takes some
   */
  PoolSimulation(ScalingPolicy policy, int min, int max, int cores, double available, Load load) {
    this.cores = cores;
    this.available = available;
    this.arrivals = load.tasks().iterator();
    this.next = advanceArrivals();
    this.workers = min;
    var config =
        new AdaptivePoolConfig(
            min,
            max,
            ConfigLimits.LONGEST_QUEUE,
            OverloadPolicy.BLOCK,
            Duration.ofMillis(100),
            policy,
            "simulated",
            () -> nowNanos);
    scaler = new Scaler(config, this, resize -> changes.add(new Change(now(), resize)));
    backoff = new LookBackoff(config.interval());
  }

  /** Only so many tasks at a time can wait; the others wait for them, first come, first served. */
  PoolSimulation withSlots(int number) {
    slots = number;
    return this;
  }

  /** A task that has waited longer is refused when a worker would take it. */
  PoolSimulation refusingAfter(Duration wait) {
    longestWaitNanos = wait.toNanos();
    return this;
  }

  /** Tasks wait inside the kernel: their threads are RUNNABLE. */
  PoolSimulation waitingInTheKernel() {
    kernelWaits = true;
    return this;
  }

  /** The system tells which threads waited for a processor, as {@link RunQueue} says it. */
  PoolSimulation withRunQueue() {
    hasRunQueue = true;
    return this;
  }

  /** Every task that ends comes back as a new one, as of users who send one after the other. */
  PoolSimulation closed() {
    closed = true;
    return this;
  }

  /** The mean number of workers so far. */
  double meanSize() {
    return workerNanos / nowNanos;
  }

  /** Tasks that have arrived and not ended. */
  int inside() {
    return queue.size() + runs.size();
  }

  /** Lets time pass. */
  PoolSimulation runUntil(Duration end) {
    long endNanos = end.toNanos();
    while (nowNanos < endNanos) {
      double share = share();
      long until = Math.min(Math.min(endNanos, next.atNanos()), Math.min(nextLook(), step(share)));
      work(Math.max(until, nowNanos), share);
      arrive();
      assign();
      if (nowNanos >= nextLook()) {
        look();
      }
    }
    return this;
  }

  Duration now() {
    return Duration.ofNanos(nowNanos);
  }

  int size() {
    return workers;
  }

  int looks() {
    return looks;
  }

  List<Change> changes() {
    return changes;
  }

  List<Long> latencies() {
    return latencies;
  }

  /** When tasks were refused, in nanoseconds. */
  List<Long> refused() {
    return refused;
  }

  @Override
  public Reading read() {
    return new Reading(
        nowNanos,
        new PoolCounts(workers, idle(), 0, queue.size()),
        accepted,
        latencies.size(),
        new TaskTimer.Totals(latencies.size(), waitNanos, serviceNanos),
        new Reading.ProcessorReading(
            (long) cpuNanos,
            (kernelWaits ? runs.size() : computing()) + starting.size(),
            hasRunQueue ? scheduled() : Optional.empty(),
            cores));
  }

  private Optional<RunQueue.Mean> scheduled() {
    long passed = nowNanos - wantedAtNanos;
    if (passed >= RunQueue.SHORTEST.toNanos()) {
      lastScheduled =
          Optional.of(new RunQueue.Mean((wantedNanos - wantedBefore) / passed, wantedAtNanos));
      wantedBefore = wantedNanos;
      wantedAtNanos = nowNanos;
    }
    return lastScheduled;
  }

  @Override
  public int start(int wanted) {
    for (int i = 1; i <= wanted; i++) {
      starting.add(nowNanos + i * START_NANOS);
    }
    workers += wanted;
    return wanted;
  }

  @Override
  public void retire(int leaving, boolean areUseless) {
    retirements = leaving;
    useless = areUseless;
    retireIdle();
  }

  private int idle() {
    return workers - runs.size() - starting.size();
  }

  /** As the queue does it: only a worker that finds nothing to do leaves, or that is useless. */
  private void retireIdle() {
    while (retirements > 0 && (queue.isEmpty() || useless) && idle() > 0) {
      retirements--;
      workers--;
    }
  }

  private Task advanceArrivals() {
    return arrivals.hasNext() ? arrivals.next() : new Task(NEVER, 0, 0);
  }

  private void arrive() {
    while (next.atNanos() <= nowNanos) {
      enqueue(next);
      next = advanceArrivals();
    }
  }

  private void enqueue(Task task) {
    queue.add(task);
    accepted++;
    rung |= queue.size() > idle();
  }

  private void assign() {
    while (!starting.isEmpty() && starting.peek() <= nowNanos) {
      starting.remove();
    }
    if (useless) {
      retireIdle();
    }
    while (!queue.isEmpty() && idle() > 0) {
      Task task = queue.remove();
      if (nowNanos - task.atNanos() > longestWaitNanos) {
        refused.add(nowNanos);
      } else {
        runs.add(new Run(task, nowNanos));
      }
    }
    retireIdle();
    giveSlots();
  }

  /** Runs are in the order in which their tasks were taken. */
  private void giveSlots() {
    int free = slots;
    for (Run run : runs) {
      if (run.waitLeft <= 0) {
        continue;
      }
      run.hasSlot |= free > 0;
      free--;
    }
  }

  /** Loops here and below, no streams: this is most of what a simulation takes. */
  private int computing() {
    int computing = 0;
    for (Run run : runs) {
      if (run.waitLeft <= 0) {
        computing++;
      }
    }
    return computing;
  }

  /** What each task that computes gets of a core. */
  private double share() {
    return Math.min(1, available / Math.max(1, computing()));
  }

  /** When a task changes from waiting to computing, ends, or a thread has started. */
  private long step(double share) {
    double least = starting.isEmpty() ? NEVER : starting.element() - nowNanos;
    for (Run run : runs) {
      if (run.waitLeft > 0) {
        least = run.hasSlot ? Math.min(least, run.waitLeft) : least;
      } else {
        least = Math.min(least, run.computeLeft / share);
      }
    }
    return least >= NEVER ? NEVER : nowNanos + Math.max(1, (long) Math.ceil(least));
  }

  private void work(long until, double share) {
    double passed = until - nowNanos;
    nowNanos = until;
    workerNanos += passed * workers;
    boolean anyEnded = false;
    for (Run run : runs) {
      if (run.waitLeft > 0) {
        run.waitLeft -= run.hasSlot ? passed : 0;
      } else {
        run.computeLeft -= passed * share;
        cpuNanos += passed * share;
        wantedNanos += passed;
      }
      anyEnded |= run.waitLeft <= 0 && run.computeLeft <= 0;
    }
    if (anyEnded) {
      runs.removeIf(this::ended);
    }
  }

  private boolean ended(Run run) {
    if (run.waitLeft > 0 || run.computeLeft > 0) {
      return false;
    }
    waitNanos += run.begunNanos - run.task.atNanos();
    serviceNanos += nowNanos - run.begunNanos;
    latencies.add(nowNanos - run.task.atNanos());
    if (closed) {
      enqueue(new Task(nowNanos, run.task.waitNanos(), run.task.computeNanos()));
    }
    return true;
  }

  /** As the monitor does it. */
  private long nextLook() {
    boolean cause = scaler.mayGrow() && (rung || outcome != Scaler.Outcome.CALM);
    return cause ? soonestLook : latestLook;
  }

  private void look() {
    if (nowNanos >= latestLook) {
      backoff.waited();
    }
    looks++;
    rung = false;
    int before = workers;
    outcome = scaler.look();
    long startNanos = Math.max(0, workers - before) * START_NANOS;
    backoff.looked(outcome, startNanos);
    soonestLook = nowNanos + startNanos + backoff.soonestNanos();
    latestLook = Math.max(nowNanos + backoff.latestNanos(), soonestLook);
  }
}
