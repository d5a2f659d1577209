package tailgate.threadperrequest;

import org.junit.jupiter.api.Test;
import tailgate.server.SleepingClients;

final class ParallelWaitingTest {

  @Test
  void servesEightWaitingClientsSideBySide() throws Exception {
    SleepingClients.assertServedSideBySide(new Main().stage(), 8);
  }
}
