package tailgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import tailgate.http.Handler;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;

class SimulatedCpuTest {

  private final Response response = Response.status(Status.OK).empty();

  /** Time on the processor, and a tenth of what was asked for: other load cannot spoil that. */
  @Test
  void holdsTheProcessor() throws Exception {
    Handler computing = computing(Duration.ofMillis(200));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();

    assertThat(computing.handle(Requests.get("/"))).isSameAs(response);

    assertThat(threads.getCurrentThreadCpuTime() - before).isGreaterThan(20_000_000);
  }

  /** Else one server would do less than another that is compared with it. */
  @Test
  void isCalibratedAlsoWhereOthersTakeTheProcessorMeanwhile() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    int others = 4 * Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < others; i++) {
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                while (!over.get()) {
                  Thread.onSpinWait();
                }
              });
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    try {
      Handler computing = computing(Duration.ofMillis(20));
      long before = threads.getCurrentThreadCpuTime();
      computing.handle(Requests.get("/"));

      assertThat(threads.getCurrentThreadCpuTime() - before).isBetween(12_000_000L, 60_000_000L);
    } finally {
      over.set(true);
    }
  }

  @Test
  void doesNothingForNothing() throws Exception {
    assertThat(computing(Duration.ZERO).handle(Requests.get("/"))).isSameAs(response);
  }

  private Handler computing(Duration amount) {
    return new SimulatedCpu(new Delay.Constant(amount), asked -> response);
  }
}
