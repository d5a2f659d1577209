package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.LatencyBreakdown;

/** Takes one request apart: due at 10 ms, answered at 110 ms. */
class RequestStateTest {

  private final RequestState request = new RequestState();
  private long stopped;
  private final ServerStops stops = new ServerStops(() -> stopped);

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
        Objects.requireNonNull(request.breakdown(millis(110), stops), "the server has said it");
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

  /** The server stands still for 60 ms, which end at 100 ms. */
  private void stop() {
    stops.look(millis(100));
    stopped = millis(60);
    stops.look(millis(100));
  }

  @Test
  void theServerStandsStillBeforeItReadsIt() {
    request.arrivedAt = millis(101);
    request.servedMicros = 1_000;
    stop();

    assertThat(breakdown().stopped()).isEqualTo(60_000);
    assertThat(breakdown().arriving()).isEqualTo(31_000);
  }

  @Test
  void theServerStandsStillWhileItWaitsAndWhileItIsServed() {
    request.arrivedAt = millis(20);
    request.queuedMicros = 50_000;
    request.servedMicros = 39_000;
    stop();

    assertThat(breakdown().stopped()).isEqualTo(60_000);
    assertThat(breakdown().queue()).isEqualTo(20_000);
    assertThat(breakdown().service()).isEqualTo(9_000);
  }

  @Test
  void theServerStandsStillBeforeItHasSentAll() {
    request.arrivedAt = millis(11);
    request.servedMicros = 1_000;
    stop();

    assertThat(breakdown().stopped()).isEqualTo(60_000);
    assertThat(breakdown().back()).isEqualTo(38_000);
  }

  @Test
  void aStopBeforeTheRequestLeftIsNoneOfItsParts() {
    request.departedAt = millis(102);
    request.arrivedAt = millis(103);
    stop();

    assertThat(breakdown().stopped()).isZero();
    assertThat(breakdown().late()).isEqualTo(92_000);
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

    assertThat(request.breakdown(millis(110), stops)).isNull();
  }

  @Test
  void nothingIsKnownIfTheServerSaysNothing() {
    request.servedMicros = RequestState.NONE;

    assertThat(request.breakdown(millis(110), stops)).isNull();
  }
}
