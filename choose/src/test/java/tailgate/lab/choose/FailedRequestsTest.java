package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.choose.Samples.OBJECTIVE;
import static tailgate.lab.choose.Samples.step;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Failures;
import tailgate.lab.load.LoggedException;

class FailedRequestsTest {

  private static final LoggedException BOOM =
      new LoggedException("java.lang.IllegalStateException", "boom", 3, 1, List.of());

  private static final ServerLog LOG =
      new ServerLog("block-1/threadpool/server.log", List.of(BOOM));

  private static final Capacity NONE = Capacity.NONE;

  @Test
  void theSentenceNamesShareStatusAndException() {
    Row row = row(NONE, LOG, step(2_000).failed(8).build(), step(4_000).failed(22).build());

    FailedRequests its = FailedRequests.of(row, OBJECTIVE);

    assertThat(its.share()).isEqualTo("0.5 %");
    assertThat(its.inWords())
        .isEqualTo(
            "0.5 % of the answers were 500: `IllegalStateException: boom`, first in"
                + " block-1/threadpool/server.log line 3");
  }

  @Test
  void nothingIsAdvisedToAHandlerThatFails() {
    Row row = row(NONE, LOG, step(2_000).failed(10).build());

    Recommendation its =
        Recommendation.of(
            Samples.plan(List.of("threadpool"), Pace.QUICK), List.of(row), OptionalDouble.empty());

    assertThat(its.advice())
        .isEqualTo(
            "No model answers without errors. threadpool 100: 0.5 % of the answers were 500:"
                + " `IllegalStateException: boom`, first in block-1/threadpool/server.log line 3."
                + " Mend the handler first.");
    assertThat(its.changes()).isEmpty();
  }

  @Test
  void aClimbThatFailuresEndedIsAReason() {
    Row row =
        row(
            new Capacity(List.of(2_000.0), List.of(2_500.0), false),
            null,
            step(2_000).build(),
            step(2_500).failed(50).build());

    assertThat(FailedRequests.limitOf(row, OBJECTIVE))
        .contains("threadpool 100: 1.1 % of the answers were 500.");
  }

  @Test
  void whatIsSlowIsNotEndedByTheFailuresThatComeWithIt() {
    Step slow = step(2_500).failed(20).tail(400_000).build();

    Row row = row(new Capacity(List.of(2_000.0), List.of(2_500.0), false), LOG, slow);

    assertThat(FailedRequests.limitOf(row, OBJECTIVE)).isEmpty();
  }

  @Test
  void whatFailsFarAboveTheCapacityDoesNotCount() {
    Row row =
        row(
            new Capacity(List.of(2_000.0), List.of(2_500.0), false),
            LOG,
            step(2_000).build(),
            step(2_500).tail(60_000).build(),
            step(5_000).failed(4_000).build());

    assertThat(FailedRequests.of(row, OBJECTIVE).share()).isEqualTo("–");
  }

  @Test
  void aStepThatHeldByChanceIsNoCapacityOfAHandlerThatFailsEverywhere() {
    Row lucky =
        row(
            new Capacity(List.of(100.0), List.of(125.0), false),
            LOG,
            step(80).failed(2).build(),
            step(100).build(),
            step(125).failed(1).build());
    Row none = row(NONE, LOG, step(2_000).failed(10).build());

    assertThat(FailedRequests.withoutChance(List.of(lucky, none), OBJECTIVE))
        .allMatch(row -> row.capacity().isNone());
  }

  @Test
  void whatFailsOnlyAboveARateHoldsUpToIt() {
    List<Row> rows =
        List.of(
            row(
                new Capacity(List.of(2_000.0), List.of(2_500.0), false),
                LOG,
                step(2_000).build(),
                step(2_500).failed(900).build()));

    assertThat(FailedRequests.withoutChance(rows, OBJECTIVE)).isEqualTo(rows);
  }

  @Test
  void aStageThatFailsAloneLeavesTheOthersTheirCapacity() {
    Row sound =
        row(new Capacity(List.of(2_000.0), List.of(2_500.0), false), null, step(2_000).build());
    List<Row> rows = List.of(sound, row(NONE, LOG, step(2_000).failed(10).build()));

    assertThat(FailedRequests.withoutChance(rows, OBJECTIVE)).isEqualTo(rows);
  }

  @Test
  void aStageThatGotFewRequestsIsNotSoundBecauseNoneFailed() {
    Row few = row(new Capacity(List.of(40.0), List.of(50.0), false), null, step(40).build());
    Row none = row(NONE, LOG, step(2_000).failed(10).build());

    assertThat(FailedRequests.withoutChance(List.of(few, none), OBJECTIVE))
        .allMatch(row -> row.capacity().isNone());
  }

  @Test
  void eachCauseHasItsOwnWords() {
    Failures causes =
        new Failures(Map.of("404", 40L, Failures.NO_ANSWER, 30L, Failures.CLOSED, 20L, "503", 1L));

    assertThat(new FailedRequests(10_000, 91, causes, true, false, LOG).inWords())
        .isEqualTo(
            "0.4 % of the answers were 404; 0.3 % of the requests had no answer in time; 0.2 % of"
                + " the requests had their connection closed; the server has logged"
                + " `IllegalStateException: boom`, first in block-1/threadpool/server.log line 3");
  }

  @Test
  void anOldResultHasNoCauses() {
    assertThat(new FailedRequests(100_000, 3, Failures.NONE, true, false, null).inWords())
        .isEqualTo("< 0.01 % of the requests failed");
  }

  private static Row row(Capacity capacity, @Nullable ServerLog log, Step... steps) {
    Arm arm = Samples.arm("threadpool", 100, false, 1);
    return Row.of(
        List.of(
            new Arm(
                arm.stage(),
                arm.workers(),
                false,
                null,
                12_000,
                List.of(steps),
                capacity,
                null,
                null,
                arm.measured(),
                null,
                log)));
  }
}
