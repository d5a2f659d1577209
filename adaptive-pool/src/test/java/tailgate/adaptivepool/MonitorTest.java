package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Decision;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.BoundedQueue;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;

/** When the monitor looks again, by a clock that moves only while it looks and when a test says. */
final class MonitorTest {
  private static final Duration LONG = Duration.ofMillis(20);

  private final FakeClock clock = new FakeClock();
  private final BoundedQueue<Runnable> queue = new BoundedQueue<>(1);
  private final WakeSignal wakeSignal = new WakeSignal();
  private final AtomicBoolean failing = new AtomicBoolean();
  private final AtomicInteger looks = new AtomicInteger();
  private Thread monitor = new Thread(() -> {});

  @AfterEach
  void end() throws Exception {
    queue.close();
    wakeSignal.wake();
    assertThat(monitor.join(Duration.ofSeconds(10))).isTrue();
  }

  /** A look at many thousands of workers takes longer than the monitor rests otherwise. */
  @Test
  void afterALongLookInVainItRestsForAsLong() {
    start(new Slow(LONG, Duration.ZERO), 1);
    Eventually.until(() -> looks.get() == 1);
    assertRests();
    clock.advance(LONG);
    Eventually.until(() -> looks.get() == 2);
  }

  @Test
  void workersThatTookLongToStartAreNotJudgedAtOnce() {
    start(new Slow(Duration.ZERO, LONG), 2);
    Eventually.until(() -> looks.get() == 1);
    assertRests();
    clock.advance(LookBackoff.SHORTEST);
    Eventually.until(() -> looks.get() == 2);
  }

  @Test
  void anErrorWhileItRestsDoesNotEndIt() {
    start(new Slow(Duration.ZERO, Duration.ZERO), 1);
    Eventually.until(() -> looks.get() == 1);
    failing.set(true);
    Eventually.until(() -> !failing.get());
    clock.advance(LONG);
    Eventually.until(() -> looks.get() >= 2);
  }

  /** Fails once when the test asks for it. */
  private long time() {
    if (failing.getAndSet(false)) {
      throw new OutOfMemoryError("injected");
    }
    return clock.getAsLong();
  }

  /** However often it asks for the time. */
  private void assertRests() {
    int before = looks.get();
    long reads = clock.reads();
    Eventually.until(() -> clock.reads() > reads + 20);
    assertThat(looks).hasValue(before);
  }

  private void start(PoolControl control, int target) {
    ScalingPolicy policy =
        sample -> {
          looks.incrementAndGet();
          return new Decision(target, Cause.OTHER, "as the test says");
        };
    var config =
        new AdaptivePoolConfig(
            1,
            9,
            queue.capacity(),
            OverloadPolicy.BLOCK,
            Duration.ofMinutes(1),
            policy,
            "test",
            this::time);
    var scaler = new Scaler(config, control, resize -> {});
    monitor = Thread.ofPlatform().start(new Monitor(scaler, queue, wakeSignal, config));
  }

  /** Always has a task for which no worker is free, and takes its time. Confined to the monitor. */
  private final class Slow implements PoolControl {
    private final Duration reading;
    private final Duration starting;
    private int workers = 1;

    Slow(Duration reading, Duration starting) {
      this.reading = reading;
      this.starting = starting;
    }

    @Override
    public Reading read() {
      clock.advance(reading);
      var counts = new PoolCounts(workers, 0, 0, 1);
      var none = new TaskTimer.Totals(0, 0, 0);
      var processors = new Reading.ProcessorReading(0, 0, Optional.empty(), 1);
      return new Reading(clock.getAsLong(), counts, 0, 0, none, processors);
    }

    @Override
    public int start(int wanted) {
      clock.advance(starting);
      workers += wanted;
      return wanted;
    }

    @Override
    public void retire(int leaving, boolean useless) {
      // nobody is idle
    }
  }
}
