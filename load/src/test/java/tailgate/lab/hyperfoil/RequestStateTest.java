package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.LatencyBreakdown;

/** Takes one request apart: due at 10 ms, answered at 110 ms. */
class RequestStateTest {

  private final RequestState request = new RequestState();

  RequestStateTest() {
    request.begin(0, millis(10));
    request.departedAt = millis(10);
    request.queuedMicros = 0;
    request.servedMicros = 0;
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private LatencyBreakdown breakdown() {
    LatencyBreakdown found =
        Objects.requireNonNull(request.breakdown(millis(110)), "the server has said it");
    assertThat(found.total()).isEqualTo(100_000);
    return found;
  }

  @Test
  void theGeneratorIsLate() {
    request.departedAt = millis(90);

    assertThat(breakdown().late()).isEqualTo(80_000);
  }

  @Test
  void theServerReadsItLate() {
    request.arrivedAt = millis(95);

    assertThat(breakdown().arriving()).isEqualTo(85_000);
  }

  @Test
  void noWorkerIsFree() {
    request.queuedMicros = 70_000;

    assertThat(breakdown().queue()).isEqualTo(70_000);
  }

  @Test
  void theHandlerTakesLong() {
    request.servedMicros = 60_000;

    assertThat(breakdown().service()).isEqualTo(60_000);
  }

  @Test
  void theAnswerIsLongOnItsWay() {
    request.arrivedAt = millis(11);
    request.servedMicros = 1_000;

    assertThat(breakdown().back()).isEqualTo(98_000);
  }

  @Test
  void byTheClockOfAnotherMachineNobodyKnowsWhenItArrived() {
    for (long at : new long[] {millis(9), millis(111), RequestState.NONE}) {
      request.arrivedAt = at;

      assertThat(breakdown().arriving()).isZero();
      assertThat(breakdown().back()).isEqualTo(100_000);
    }
  }

  @Test
  void aServerThatSaysMoreThanTheRequestTookMeansSomethingElse() {
    request.servedMicros = 100_011;

    assertThat(request.breakdown(millis(110))).isNull();
  }

  @Test
  void nothingIsKnownIfTheServerSaysNothing() {
    request.servedMicros = RequestState.NONE;

    assertThat(request.breakdown(millis(110))).isNull();
  }
}
