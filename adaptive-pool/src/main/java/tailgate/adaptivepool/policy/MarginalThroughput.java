package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.Objects;

/**
 * Learns by trial how many workers still raise the throughput. If something behind the handler is
 * the bottleneck (ten database connections), workers beyond a number only wait for it, and they
 * look like workers that wait for something useful. What tells them apart is that the throughput
 * stays the same without them.
 *
 * <pre>
 *              suspicious          for half a second           the throughput is lost, or
 *                                                              the minimum is reached
 *   WATCHING ─────────────▶ SUSPECTING ─────────▶ DESCENDING ────────────────────▶ HOLDING
 *      ▲ ▲ ◀──── no longer ──────┘                   │  ▲ │ lost at once,          │ │  ▲
 *      │ └────── all are needed, or load fell ───────┘  │ └ after a hold ──┐       │ │  │ no gain
 *      │                                                └─── in a while ───│───────┘ ▼  │
 *      └─────────── the throughput is another one, or no task was late ────┴──── PROBING
 * </pre>
 *
 * <ul>
 *   <li><b>Suspicious</b>: tasks take four times as long as they recently did; or the pool is at
 *       its maximum, tasks still wait for workers, and it is not known that few workers took as
 *       long for a task. That is no proof: the tasks may be others now.
 *   <li><b>Descending</b>: an eighth of the workers less in each step. The throughput to hold rises
 *       if fewer workers do more, as those of a server do that gets warm. A loss counts only while
 *       tasks wait for workers. If none wait, and fewer arrive than were done before, the load has
 *       fallen, which says nothing about workers: then it watches again.
 *   <li><b>Holding</b>: the limit applies for as long as the throughput is the one that was
 *       measured with it. After a while it descends again, because a pause of the machine may have
 *       looked like a loss. At the minimum, and once a second descent has lost the throughput at
 *       the same limit, it probes instead: a descent costs what its loss is seen by. The second
 *       loss can raise the limit, if the first descent was seen to lose too late.
 *   <li><b>Probing</b>: the limit is doubled for a second, and the throughput is compared with that
 *       of the whole hold, because a server that is still warming up does more from second to
 *       second. If this gains nothing, the next probe comes after twice the time.
 * </ul>
 *
 * <p>docs/littles-law.md has the sources and the argument; {@code MarginalThroughputTest} tests it
 * sample by sample, {@code BottleneckSimulationTest} over time.
 *
 * @param trial where it is
 * @param pause how long to wait after the next trial that changes nothing
 * @param least how long tasks have lately taken at best
 */
record MarginalThroughput(LimitTrial trial, Duration pause, LeastService least) {
  /** A throughput is known after so many completions and so much time. */
  private static final int ENOUGH = 100;

  private static final Duration HALF_SECOND = Duration.ofMillis(500);
  private static final Duration PROBE = Duration.ofSeconds(1);
  private static final Duration STEP = Duration.ofMillis(100);
  private static final int STEP_DIVISOR = 8;

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration FIRST_HOLD = Duration.ofSeconds(15);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(4);
  private static final Duration FORGOTTEN = Duration.ofSeconds(30);

  /**
   * What a limit adds to the workers with which nothing was lost, in square roots of their number:
   * about one standard deviation of the number of them that are in the bottleneck, because a worker
   * is not always in it. Few workers need the most room for that, in proportion.
   */
  private static final double HEADROOM = 1;

  /** A smaller gain counts as none. */
  private static final double GAIN = 0.1;

  /** Refuses null. */
  MarginalThroughput {
    Objects.requireNonNull(trial, "trial");
    Objects.requireNonNull(pause, "pause");
    Objects.requireNonNull(least, "least");
  }

  /** Returns the state at the beginning, which has no limit. */
  static MarginalThroughput watching() {
    return watching(Duration.ZERO, FIRST_PAUSE);
  }

  private static MarginalThroughput watching(Duration notBefore, Duration pause) {
    return new MarginalThroughput(
        new LimitTrial.Watching(notBefore), pause, LeastService.unknown());
  }

  /** The most workers there should be. */
  int limit() {
    return trial.limit();
  }

  /**
   * Returns the state after one more sample; {@code late} says whether its queue would take too
   * long to drain.
   */
  MarginalThroughput after(PoolSample now, boolean late) {
    return switch (trial) {
      case LimitTrial.Watching watching -> measured(now).watch(watching, now, late);
      case LimitTrial.Suspecting suspecting -> measured(now).suspect(suspecting, now, late);
      case LimitTrial.Descending descending -> measured(now).descend(descending, now, late);
      case LimitTrial.Holding holding -> measured(now).hold(holding, now, late);
      case LimitTrial.Probing probing -> measured(now).probe(probing, now, late);
    };
  }

  private MarginalThroughput measured(PoolSample now) {
    return new MarginalThroughput(trial, pause, least.after(now));
  }

  private boolean isSuspicious(PoolSample now, boolean late) {
    int staying = now.counts().staying();
    boolean stuck = late && staying >= now.max() && !least.isAsOfFew(now);
    return staying > now.min() && (stuck || least.isStretched(now));
  }

  private MarginalThroughput watch(LimitTrial.Watching watching, PoolSample now, boolean late) {
    boolean again = now.uptime().compareTo(watching.notBefore()) >= 0;
    return again && isSuspicious(now, late)
        ? with(new LimitTrial.Suspecting(now.uptime(), now.completed()))
        : this;
  }

  private MarginalThroughput suspect(LimitTrial.Suspecting before, PoolSample now, boolean late) {
    if (!isSuspicious(now, late)) {
      return with(new LimitTrial.Watching(now.uptime()));
    }
    Duration time = now.uptime().minus(before.since());
    long completed = now.completed() - before.completed();
    if (time.compareTo(HALF_SECOND) < 0 || completed < ENOUGH) {
      return this;
    }
    HeldThroughput pace = HeldThroughput.from(completed * 1e9 / time.toNanos(), now);
    return descending(now.counts().staying(), false, pace, now);
  }

  private MarginalThroughput descending(
      int from, boolean again, HeldThroughput pace, PoolSample now) {
    return with(new LimitTrial.Descending(from, again, from, now.uptime(), pace, pace));
  }

  private MarginalThroughput descend(LimitTrial.Descending before, PoolSample now, boolean late) {
    LimitTrial.Descending after = before.after(now, late);
    HeldThroughput pace = after.pace();
    if (pace.isLost(now)) {
      return atKnee(after, now);
    }
    if (!late && pace.isAboveArrivals(now)) {
      return with(new LimitTrial.Watching(now.uptime()));
    }
    int staying = now.counts().staying();
    Duration sinceStep = now.uptime().minus(after.stepped());
    if (staying > after.limit() || pace.isDoubtful(now) || sinceStep.compareTo(step()) < 0) {
      return with(after);
    }
    int next = Math.max(now.min(), staying - Math.ceilDiv(staying, STEP_DIVISOR));
    if (next < after.limit()) {
      return with(after.stepTo(next, now));
    }
    return sinceStep.compareTo(HALF_SECOND) < 0
        ? with(after)
        : held(next, false, FIRST_HOLD, now.uptime(), pace, now);
  }

  /** A step shows its effect no sooner than the tasks that it leaves to others have been done. */
  private Duration step() {
    return least.time().compareTo(STEP) > 0 ? least.time() : STEP;
  }

  /** The throughput is lost with fewer workers than there were when the loss began. */
  private MarginalThroughput atKnee(LimitTrial.Descending before, PoolSample now) {
    HeldThroughput pace = before.pace();
    boolean allNeeded = 4 * pace.workers() >= 3 * before.from();
    int limit = withHeadroom(pace.workers());
    if (before.again() && (allNeeded || limit >= before.from())) {
      return probing(Math.max(before.from(), limit), true, now.uptime(), pace, now);
    }
    if (allNeeded) {
      return watching(now.uptime().plus(pause), doubled(pause));
    }
    return held(Math.min(before.from(), limit), false, FIRST_PAUSE, now.uptime(), pace, now);
  }

  /** A quarter more, and more than that of fewer than 64. */
  private static int withHeadroom(int workers) {
    return (int) Math.ceil(workers + Math.max(workers / 4.0, HEADROOM * Math.sqrt(workers)));
  }

  private MarginalThroughput hold(LimitTrial.Holding before, PoolSample now, boolean late) {
    HeldThroughput pace = before.pace().after(now, late);
    Duration lastLate = late ? now.uptime() : before.lastLate();
    if (pace.isClearlyLost(now) || isFaster(pace, now) || isForgotten(lastLate, now)) {
      return watching(now.uptime(), FIRST_PAUSE);
    }
    if (now.uptime().compareTo(before.until()) < 0) {
      return with(before.at(lastLate, pace));
    }
    HeldThroughput held = before.begun().raised(now);
    return late && before.limit() > now.min() && !before.confirmed()
        ? descending(before.limit(), true, HeldThroughput.from(held.perSecond(), now), now)
        : probing(before.limit(), before.confirmed(), lastLate, held, now);
  }

  private MarginalThroughput probing(
      int held, boolean confirmed, Duration lastLate, HeldThroughput pace, PoolSample now) {
    return with(
        new LimitTrial.Probing(
            held, confirmed, lastLate, HeldThroughput.from(pace.perSecond(), now)));
  }

  /** Whether no task has been late for long: then nothing needs the limit. */
  private static boolean isForgotten(Duration lastLate, PoolSample now) {
    return now.uptime().minus(lastLate).compareTo(FORGOTTEN) > 0;
  }

  /** Whether the last one or two intervals have a much higher throughput. */
  private static boolean isFaster(HeldThroughput pace, PoolSample now) {
    Flow flow = now.flow();
    Duration since = now.uptime().minus(flow.window());
    long before = now.completed() - flow.completed();
    return new HeldThroughput(pace.perSecond(), since, before, pace.workers())
        .hasRisen(now, 4 * GAIN);
  }

  private MarginalThroughput probe(LimitTrial.Probing before, PoolSample now, boolean late) {
    HeldThroughput pace = before.pace();
    Duration lastLate = late ? now.uptime() : before.lastLate();
    if (pace.hasRisen(now, GAIN)) {
      return watching(now.uptime(), FIRST_PAUSE);
    }
    Duration time = now.uptime().minus(pace.since());
    if (time.compareTo(PROBE) < 0 || (late && pace.expected(now) < ENOUGH)) {
      return with(new LimitTrial.Probing(before.held(), before.confirmed(), lastLate, pace));
    }
    return held(before.held(), before.confirmed(), doubled(pause), lastLate, pace, now);
  }

  private MarginalThroughput held(
      int limit,
      boolean confirmed,
      Duration hold,
      Duration lastLate,
      HeldThroughput pace,
      PoolSample now) {
    HeldThroughput anew = HeldThroughput.from(pace.perSecond(), now);
    var holding =
        new LimitTrial.Holding(limit, confirmed, now.uptime().plus(hold), lastLate, anew, anew);
    return new MarginalThroughput(holding, hold, least);
  }

  private MarginalThroughput with(LimitTrial next) {
    return new MarginalThroughput(next, pause, least);
  }

  private static Duration doubled(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }
}
