package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.QueuePolicy;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/** What the pool is made of, and that it stays so. */
final class FixedPoolSetUpTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0          | 1          | --workers must be from 1 to 65536, not 0
          65537      | 1          | --workers must be from 1 to 65536, not 65537
          1          | 0          | --queue must be from 1 to 1048576, not 0
          1          | 2147483647 | --queue must be from 1 to 1048576, not 2147483647
          """)
  void refusesSizesOutOfRange(int workers, int queue, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FixedPool(workers, queue, QueueKind.ARRAY, OverloadPolicy.BLOCK))
        .withMessage(message);
  }

  @ParameterizedTest
  @EnumSource(names = {"LINKED", "TRANSFER", "SEMAPHORES", "PARK"})
  void refusesADisciplineThatAKindOfQueueCannotHave(QueueKind kind) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new FixedPool(
                    1,
                    1,
                    kind,
                    OverloadPolicy.BLOCK,
                    new QueueDiscipline(QueuePolicy.CODEL),
                    null,
                    System::nanoTime))
        .withMessage(
            "--queue-kind must be lock or array with --queue-policy or --deadline, not "
                + kind.name().toLowerCase(Locale.ROOT));
  }

  @Test
  void workersThatTakeTurnsServeAllTheSame() {
    LongAdder clock = new LongAdder();
    LongAdder performed = new LongAdder();
    try (var pool =
        new FixedPool(
            2,
            1024,
            QueueKind.ARRAY,
            OverloadPolicy.BLOCK,
            QueueDiscipline.PLAIN,
            Duration.ofNanos(10_000),
            () -> {
              clock.add(5_000);
              return clock.sum();
            })) {
      for (int i = 0; i < 1_000; i++) {
        pool.execute(performed::increment);
      }
    }
    assertThat(performed.sum()).isEqualTo(1_000);
    assertThat(clock.sum()).isEqualTo(2 * 1_000 * 5_000);
  }

  @Test
  void endsTheThreadsThatItHasWhenOneMoreCannotBeHad() throws InterruptedException {
    List<Thread> made = new ArrayList<>();
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(
            () ->
                new FixedPool(
                    3,
                    1,
                    QueueKind.ARRAY,
                    OverloadPolicy.BLOCK,
                    work -> {
                      if (made.size() == 2) {
                        throw new OutOfMemoryError("unable to create native thread");
                      }
                      made.add(new Thread(work));
                      return made.getLast();
                    }))
        .withMessage("unable to create native thread");
    assertThat(made).hasSize(2);
    for (Thread thread : made) {
      assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
  }

  @Test
  void tellsTheCapacityThatItWasGiven() {
    try (var pool = new FixedPool(2, 7, QueueKind.LOCK, OverloadPolicy.BLOCK)) {
      assertThat(pool.statistics().capacity()).hasValue(7);
    }
  }
}
