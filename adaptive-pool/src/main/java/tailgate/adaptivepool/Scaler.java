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
 * Applies a policy to a workforce. Confined to the monitor thread, but for the count of failures.
 *
 * <p>Growth is at once. Retirement is lazy: workers are dismissed, and one goes when it finds the
 * queue empty; until then it works on. It is rate-limited: in one interval at most an eighth of the
 * workers go (256 are down to 8 after about 30 intervals), so that a short lull does not cost what
 * the next burst needs. Dismissals are good for one look only: every look begins by taking back
 * what has not been used, so that nobody leaves on an outdated decision.
 *
 * <p>Only here does the number of staying workers change (until the pool is shut down, and unless a
 * thread dies), so what is missing since the last look has followed its dismissals.
 */
final class Scaler {
  private static final int QUOTA_DIVISOR = 8;

  private record Dismissal(PoolSample sample, Decision decision) {}

  private final AdaptivePoolConfig config;
  private final Workforce workforce;
  private final Sampler sampler;
  private final ResizeListener listener;

  /** Written by the monitor, read by anybody. */
  private final LongAdder callbackFailures = new LongAdder();

  /** What the policy has become by what it has seen. */
  private ScalingPolicy policy;

  /** How many workers stayed when the last look ended. */
  private int staying;

  /** Why workers have been dismissed in the last look, if any have. */
  private @Nullable Dismissal dismissal;

  /** How many may still leave in the interval that began at quotaSince. */
  private int quota;

  private long quotaSinceNanos;

  /** Whether the last look wanted more workers than could be hired. */
  private boolean shortOfThreads;

  Scaler(AdaptivePoolConfig config, Workforce workforce, ResizeListener listener) {
    this.config = config;
    this.workforce = workforce;
    this.listener = listener;
    this.policy = config.policy();
    Reading first = workforce.read();
    this.sampler = new Sampler(config, first);
    this.staying = first.headcount().staying();
    this.quotaSinceNanos = first.nanos();
  }

  /** Looks once and does what follows from it. */
  Outcome look() {
    workforce.dismiss(0);
    shortOfThreads = false;
    PoolSample sample = sampler.sample(workforce.read());
    settleDepartures(sample.headcount().staying());
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

  /** How often a policy or a listener has thrown. */
  long callbackFailures() {
    return callbackFailures.sum();
  }

  private Decision decide(PoolSample sample) {
    try {
      policy = Objects.requireNonNull(policy.having(sample), "policy");
      return Objects.requireNonNull(policy.decide(sample), "decision");
    } catch (Throwable thrown) {
      failed("the policy failed; the pool goes on", thrown);
      return new Decision(staying, Cause.POLICY_FAILED, "the policy failed");
    }
  }

  private boolean grow(int target, PoolSample sample, Decision why) {
    int before = staying;
    staying += workforce.hire(target - before);
    shortOfThreads = staying < target;
    if (staying == before) {
      return false;
    }
    announce(new Resize(sample, before, staying, why.cause(), why.reason()));
    return true;
  }

  private void shrink(int target, PoolSample sample, Decision why) {
    int dismissed = Math.min(staying - target, quota);
    if (dismissed > 0) {
      dismissal = new Dismissal(sample, why);
      workforce.dismiss(dismissed);
    }
  }

  private void settleDepartures(int stayingNow) {
    int before = staying;
    Dismissal cause = dismissal;
    staying = stayingNow;
    dismissal = null;
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
      if (FlightRecorder.isInitialized()) { // else its class stays untouched: JFR would describe it
        ResizeEvent.emit(config.threadNamePrefix(), resize);
      }
      listener.resized(resize);
    } catch (Throwable thrown) {
      failed("the resize listener failed; the pool goes on", thrown);
    }
  }

  private void failed(String message, Throwable thrown) {
    // What fails once tends to fail with every look, so only the first time is loud.
    Level level = callbackFailures() == 0 ? Level.WARN : Level.DEBUG;
    callbackFailures.increment();
    Trouble.tell(level, message, thrown);
  }
}
