package tailgate.admin;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class PeriodicTaskTest {

  private static final int TIMES = 3;

  private final CountDownLatch performed = new CountDownLatch(TIMES);

  @Test
  void aTaskThatFailsEachTimeKeepsNeitherTheOthersNorItsThreadFromWork() throws Exception {
    Runnable broken =
        () -> {
          throw new StackOverflowError("a task's bug");
        };
    try (var ticker =
        new PeriodicTask(broken, List.of(broken, performed::countDown), Duration.ofMillis(1))) {
      ticker.start();
      performed.await();
    }
  }
}
