package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tailgate.handoff.BoundedQueue;
import tailgate.handoff.Eventually;

@Timeout(30)
final class WorkerTest {
  private final BoundedQueue<Runnable> queue = new BoundedQueue<>(10);
  private final Crew crew =
      new Crew(queue, Thread.ofPlatform().factory(), "worker-test", new Bell());

  @AfterEach
  void endCrew() throws Exception {
    crew.close();
    assertThat(crew.awaitEnd(Duration.ofSeconds(10).toNanos())).isTrue();
  }

  /** It may wait for hours, and a task may hold a connection and its buffers. */
  @Test
  void keepsNoTaskAliveThatItHasPerformed() {
    crew.hire(1);
    WeakReference<Object> held = submitTaskThatHoldsSomething();
    Eventually.until(() -> crew.performed() == 1 && crew.headcount().idle() == 1);
    Eventually.until(
        () -> {
          System.gc();
          return held.refersTo(null);
        });
  }

  private WeakReference<Object> submitTaskThatHoldsSomething() {
    Object something = new Object();
    queue.offer(something::hashCode);
    return new WeakReference<>(something);
  }
}
