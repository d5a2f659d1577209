package tailgate.adaptivepool;

import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Decision;
import tailgate.adaptivepool.policy.PoolSample;
import tailgate.adaptivepool.policy.ScalingPolicy;

/**
 * Looks at a pool, asks the policy, and applies its decision. Confined to the monitor thread, or
 * guarded by the lock of {@link LookOnSubmit}, except for the count of failures.
 *
 * <p>The pool grows at once. It shrinks lazily: a worker that is to retire goes on working until it
 * finds the queue empty; only for some causes ({@link Cause#isAtOnce}) it leaves when its task has
 * ended, because then the queue does not wait for it, or to see whether it does. Retirement is
 * rate-limited: in one interval at most an eighth of the workers retire (256 are down to 8 after
 * about 30 intervals), so that the pool does not lose in a short pause the workers that the next
 * burst needs. A retirement is valid until the next look: every look begins by cancelling those
 * that have not happened yet, so that no worker leaves on an outdated decision.
 *
 * <p>Only the scaler changes the number of staying workers (until the pool is shut down, and unless
 * a thread dies). So workers that are missing since the last look have left because that look
 * retired them.
 *
 * <p>{@code ScalerTest} runs it step by step on real workers, {@code PolicySimulationTest} on
 * simulated ones.
 */
final class Scaler {

  /** The result of a look. */
  enum Outcome {
    /** Workers have been added. */
    GREW,

    /** Tasks are queued for which no worker is free, and no worker has been added. */
    STUCK,

    /** Every task has its worker. */
    CALM
  }

  private static final int QUOTA_DIVISOR = 8;

  private record Retirement(PoolSample sample, Decision decision) {}

  private final AdaptivePoolConfig config;
  private final PoolControl control;
  private final PoolSampler sampler;
  private final ResizeListener listener;

  /** Written by those who look, read by any thread. */
  private final LongAdder failures = new LongAdder();

  /** The policy that has seen all samples so far. */
  private ScalingPolicy policy;

  /** How many workers stayed when the last look ended. */
  private int staying;

  /** Why the last look retired workers; null if it retired none. */
  private @Nullable Retirement retirement;

  /** How many workers may still leave in the interval that began at quotaSinceNanos. */
  private int quota;

  private long quotaSinceNanos;

  /** Whether the last look wanted more workers than could be started. */
  private boolean shortOfThreads;

  Scaler(AdaptivePoolConfig config, PoolControl control, ResizeListener listener) {
    this.config = config;
    this.control = control;
    this.listener = listener;
    this.policy = config.policy();
    Reading first = control.read();
    this.sampler = new PoolSampler(config, first);
    this.staying = first.counts().staying();
    this.quotaSinceNanos = first.nanos();
  }

  /** Looks at the pool once, and adds or retires workers. */
  Outcome look() {
    control.retire(0, false);
    shortOfThreads = false;
    PoolSample sample = sampler.sample(control.read());
    settleDepartures(sample.counts().staying());
    refillQuota();
    Decision decision = decide(sample);
    int target = Math.clamp(decision.target(), config.min(), config.max());
    if (target > staying && grow(target, sample, decision)) {
      return Outcome.GREW;
    }
    if (target < staying) {
      shrink(target, sample, decision);
    }
    return sample.backlogged() ? Outcome.STUCK : Outcome.CALM;
  }

  /** Whether another look before the next interval could add workers. */
  boolean mayGrow() {
    return staying < config.max() && !shortOfThreads;
  }

  /** How often the policy or the listener has thrown since the beginning. */
  long failures() {
    return failures.sum();
  }

  private Decision decide(PoolSample sample) {
    try {
      policy = Objects.requireNonNull(policy.after(sample), "policy");
      return Objects.requireNonNull(policy.decide(sample), "decision");
    } catch (Throwable thrown) {
      failed("the policy failed; the pool goes on", thrown);
      return new Decision(staying, Cause.POLICY_FAILED, "the policy failed");
    }
  }

  private boolean grow(int target, PoolSample sample, Decision why) {
    int before = staying;
    staying += control.start(target - before);
    shortOfThreads = staying < target;
    if (staying == before) {
      return false;
    }
    announce(new Resize(sample, before, staying, why.cause(), why.reason()));
    return true;
  }

  private void shrink(int target, PoolSample sample, Decision why) {
    int retired = Math.min(staying - target, quota);
    if (retired > 0) {
      retirement = new Retirement(sample, why);
      control.retire(retired, why.cause().isAtOnce());
    }
  }

  private void settleDepartures(int stayingNow) {
    int before = staying;
    Retirement cause = retirement;
    staying = stayingNow;
    retirement = null;
    quota -= before - stayingNow;
    if (cause != null && stayingNow < before) {
      Decision why = cause.decision();
      announce(new Resize(cause.sample(), before, stayingNow, why.cause(), why.reason()));
    }
  }

  private void refillQuota() {
    long now = config.nanoClock().getAsLong();
    if (now - quotaSinceNanos >= config.interval().toNanos()) {
      quotaSinceNanos = now;
      quota = Math.ceilDiv(staying, QUOTA_DIVISOR);
    }
  }

  private void announce(Resize resize) {
    try {
      if (FlightRecorder.isInitialized()) { // else JFR would instrument the event's class in vain
        ResizeEvent.emit(config.threadNamePrefix(), resize);
      }
      listener.resized(resize);
    } catch (Throwable thrown) {
      failed("the resize listener failed; the pool goes on", thrown);
    }
  }

  private void failed(String message, Throwable thrown) {
    // What fails once tends to fail with every look, so only the first failure is a warning.
    Level level = failures() == 0 ? Level.WARN : Level.DEBUG;
    failures.increment();
    PoolLog.failure(level, message, thrown);
  }
}
