package tailgate.cli;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

final class ForcedEndTest {

  private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

  @Test
  void aStopThatIsOutOfTimeSaysSoAndHalts() throws Exception {
    begin(new ForcedEnd(seen::add, seen::add), Duration.ofMillis(20));

    assertThat(seen.take()).asString().contains("did not end within 20ms", "by force");
    assertThat(seen.take()).isEqualTo(3);
  }

  @Test
  void itHaltsEvenIfItsLineCannotBePrinted() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    begin(new ForcedEnd(line -> awaitQuietly(never), seen::add), Duration.ofMillis(20));

    assertThat(seen.take()).isEqualTo(3);
  }

  @Test
  void aProcessThatEndsByItselfIsNotHalted() throws Exception {
    ForcedEnd end = new ForcedEnd(seen::add, seen::add);
    end.close();
    begin(end, Duration.ZERO);

    assertThat(seen.poll(200, MILLISECONDS)).isNull();
  }

  private static void begin(ForcedEnd end, Duration limit) {
    end.watch();
    end.begin(limit);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
