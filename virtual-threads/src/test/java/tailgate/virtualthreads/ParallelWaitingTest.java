package tailgate.virtualthreads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tailgate.server.SleepingClients;

final class ParallelWaitingTest {

  @Test
  void servesEightWaitingClientsSideBySide() throws Exception {
    Duration elapsed = SleepingClients.serve(new Main().stage(), 8, Duration.ofMillis(100));
    assertThat(elapsed).isLessThan(Duration.ofMillis(400));
  }
}
