package tailgate.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every bound promises. */
@Timeout(300)
class BoundTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  record Kind(String name, Bound patient, Bound impatient) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("park", new ParkingBound(2, LONG), new ParkingBound(2, Duration.ZERO)),
        new Kind(
            "spin",
            new SpinningBound(2, LONG, System::nanoTime),
            new SpinningBound(2, Duration.ZERO, System::nanoTime)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void letsInAsManyAsThereAreSlots(Kind kind) throws Exception {
    Bound bound = kind.impatient;

    assertThat(Stream.of(bound.enter(), bound.enter(), bound.enter()))
        .containsExactly(true, true, false);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whoLeavesMakesRoom(Kind kind) throws Exception {
    Bound bound = kind.impatient;
    bound.enter();
    bound.enter();

    bound.leave();

    assertThat(bound.enter()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aCallThatWaitsBeginsWhenAnotherOneEnds(Kind kind) throws Exception {
    Bound bound = kind.patient;
    bound.enter();
    bound.enter();
    CountDownLatch waits = new CountDownLatch(1);
    try (var threads = Executors.newSingleThreadExecutor()) {
      var third =
          threads.submit(
              () -> {
                waits.countDown();
                return bound.enter();
              });
      waits.await();

      bound.leave();

      assertThat(third.get()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anInterruptEndsTheWaiting(Kind kind) throws Exception {
    Bound bound = kind.patient;
    bound.enter();
    bound.enter();

    Thread.currentThread().interrupt();

    assertThatThrownBy(bound::enter).isInstanceOf(InterruptedException.class);
  }

  @Test
  void aSpinningCallGivesUpAfterItsTime() throws Exception {
    AtomicLong clock = new AtomicLong();
    Bound bound = new SpinningBound(1, Duration.ofMillis(250), () -> clock.getAndAdd(100_000_000));
    bound.enter();

    assertThat(bound.enter()).isFalse();
    assertThat(clock).hasValue(500_000_000); // one reading of the first call, four of the second
  }

  @Test
  void withoutABoundEverybodyGetsIn() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      assertThat(Bound.NONE.enter()).isTrue();
    }
  }
}
