package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.queue.Eventually;

final class ProcessorUseTest {
  private final ProcessorUse use = new ProcessorUse();
  private final Gate gate = new Gate();
  private final AtomicBoolean computed = new AtomicBoolean();
  private final Thread waiting = Thread.ofPlatform().daemon().start(gate);
  private final Thread computing = Thread.ofPlatform().daemon().start(this::compute);

  @AfterEach
  void end() {
    computed.set(true);
    gate.open();
  }

  @Test
  void tellsWhoComputesFromWhoWaits() {
    Eventually.until(() -> waiting.getState() == Thread.State.WAITING);
    use.look(List.of(waiting, computing));
    assertThat(use.runnable()).isEqualTo(1);
    Eventually.until(() -> grows(List.of(computing)));
    use.look(List.of(waiting));
    assertThat(use.runnable()).isZero();
    assertThat(grows(List.of(waiting))).isFalse();
  }

  @Test
  void whoWaitsForAMonitorIsNoWorkThatWaits() {
    Object monitor = new Object();
    synchronized (monitor) {
      Thread blocked = Thread.ofPlatform().daemon().start(() -> enter(monitor));
      Eventually.until(() -> blocked.getState() == Thread.State.BLOCKED);
      use.look(List.of(blocked));
    }
    assertThat(use.runnable()).isEqualTo(1);
  }

  private static void enter(Object monitor) {
    synchronized (monitor) {
      monitor.notifyAll(); // nobody waits
    }
  }

  @Test
  void theTotalDoesNotShrinkWhenAThreadEnds() throws Exception {
    Eventually.until(() -> grows(List.of(computing)));
    long before = use.cpuNanos();
    computed.set(true);
    computing.join();
    use.look(List.of(computing));
    use.look(List.of());
    assertThat(use.cpuNanos()).isGreaterThanOrEqualTo(before);
    assertThat(use.runnable()).isZero();
  }

  private boolean grows(List<Thread> threads) {
    long before = use.cpuNanos();
    use.look(threads);
    return use.cpuNanos() > before;
  }

  private void compute() {
    while (!computed.get()) {
      Thread.onSpinWait();
    }
  }
}
