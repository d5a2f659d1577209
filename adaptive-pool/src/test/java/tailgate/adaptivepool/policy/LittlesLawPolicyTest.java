package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sample by sample. PolicySimulationTest tests the policy over time. */
final class LittlesLawPolicyTest {
  private static final Duration FRESH = Duration.ofMillis(4);
  private static final Duration STANDING = Duration.ofMillis(10);

  private final LittlesLawPolicy policy = new LittlesLawPolicy();

  @Test
  void withoutDataItStaysAtTheMinimum() {
    var nothing = new Flow(Duration.ZERO, 0, 0, 0, Duration.ZERO, Duration.ZERO);
    var first =
        new PoolSample(
            Duration.ZERO,
            8,
            64,
            new PoolCounts(8, 8, 0, 0),
            1000,
            0,
            nothing,
            nothing,
            new Processors(2, 0));
    assertThat(decide(first).target()).isEqualTo(8);
    assertThat(decide(first).cause()).isEqualTo(Cause.CALM);
  }

  @Test
  void aBacklogWithoutDataGetsAWorkerEachAndHeadroom() {
    Decision decision = decide(Samples.backlog(8, 8).sample());
    assertThat(decision.target()).isEqualTo(16 + 2 * 4);
    assertThat(decision.cause()).isEqualTo(Cause.BACKLOG);
  }

  @ParameterizedTest
  @CsvSource({
    "400, 50, 29", // 20 in the works and 2·√20
    "100, 10, 3",
    "  0,  0, 0"
  })
  void theNeedIsLittlesLawAndHeadroom(int perSecond, int serviceMillis, int need) {
    var sample =
        Samples.of(new PoolCounts(64, 64, 0, 0))
            .flow(perSecond / 10, Duration.ZERO, Duration.ofMillis(serviceMillis))
            .sample();
    assertThat(policy.need(sample)).isEqualTo(need);
  }

  @Test
  void tasksLongerThanTheWindowCountAsBusyWorkers() {
    var none = Samples.of(new PoolCounts(64, 48, 0, 0)).sample();
    assertThat(policy.need(none)).isEqualTo(16 + 2 * 4);
    var one =
        Samples.of(new PoolCounts(64, 48, 0, 0)).flow(1, Duration.ZERO, Duration.ofSeconds(9));
    assertThat(policy.need(one.sample())).isEqualTo(16 + 2 * 4);
  }

  @Test
  void aBacklogThatDrainsWithinTheTargetWaitAddsNoWorker() {
    // A thousand a second: five in 5 ms.
    var flow = Samples.backlog(8, 5).flow(100, Duration.ZERO, Duration.ofMillis(8));
    assertThat(decide(flow.sample()).target()).isEqualTo(8);
    var more = Samples.backlog(8, 6).flow(100, Duration.ZERO, Duration.ofMillis(8));
    assertThat(decide(more.sample()).target()).isGreaterThan(8);
  }

  @Test
  void aBacklogThatStandsIsJudgedByWhatHasLeftItSinceItBegan() {
    // A quick past, but now all workers are in something slow.
    var fresh = quickPast().sinceBacklog(FRESH, 0).sample();
    assertThat(decide(fresh).target()).isEqualTo(8);
    var standing = quickPast().sinceBacklog(STANDING, 0).sample();
    assertThat(decide(standing).target()).isGreaterThan(8 + 5);
    var moving = quickPast().sinceBacklog(STANDING, 15).sample();
    assertThat(decide(moving).target()).isEqualTo(8);
  }

  @Test
  void quickTasksNeedFewWorkersForALongQueue() {
    // Eight workers end 4000 a second, each 2.5 in 5 ms: 100 queued take 40 more.
    var sample = Samples.backlog(8, 100).flow(400, Duration.ZERO, Duration.ofMillis(2)).sample();
    assertThat(decide(sample).target()).isEqualTo(48 + 14);
  }

  @ParameterizedTest(name = "{0} of 2 cores wanted")
  @CsvSource({
    "0.1, 116", // as many as the backlog calls for
    "0.5, 32", // four times as many, then all cores are wanted
    "1,   16",
    "1.6, 10",
    "2,    8",
    "8,    2", // all compute: that is too many already
  })
  void growsNoFurtherThanTheProcessorsHaveUseFor(double wanted, int target) {
    Decision decision = decide(Samples.backlog(8, 88).wanting(wanted).sample());
    assertThat(decision.target()).isEqualTo(target);
    assertThat(decision.cause()).isEqualTo(target > 8 ? Cause.BACKLOG : Cause.PROCESSORS_BUSY);
  }

  @Test
  void onASaturatedProcessorThoseThatWaitAndOneForEachCoreAreOfUse() {
    assertThat(policy.need(Samples.backlog(64, 500).wanting(24).sample())).isEqualTo(40 + 2);
    assertThat(policy.need(Samples.backlog(64, 500).wanting(64).sample())).isEqualTo(2);
  }

  @Test
  void comesDownOnlyToTheMostThatHasBeenNeededOfLate() {
    var busy = Samples.of(new PoolCounts(64, 24, 0, 0)).sample();
    var seen = policy.after(busy);
    assertThat(idleAt(seen, Duration.ofSeconds(10)).target()).isEqualTo(64); // 53: not worth it
    seen = policy.after(Samples.of(new PoolCounts(64, 48, 0, 0)).sample());
    assertThat(idleAt(seen, Duration.ofSeconds(10)))
        .extracting(Decision::target, Decision::cause)
        .containsExactly(16 + 2 * 4, Cause.CALM);
    assertThat(idleAt(seen, Duration.ofSeconds(30)).target()).isEqualTo(1);
  }

  @Test
  void comesDownNoFurtherThanWhoIsBusyNowNeeds() {
    assertThat(decide(Samples.of(new PoolCounts(64, 60, 0, 0)).sample()).target()).isEqualTo(4 + 4);
    var long16 = Samples.of(new PoolCounts(64, 48, 0, 0)).flow(100, Duration.ZERO, FRESH).sample();
    assertThat(policy.need(long16)).as("by what has ended").isEqualTo(8);
    assertThat(decide(long16).target()).isEqualTo(16 + 2 * 4);
  }

  @Test
  void holdsNobodyForTheSakeOfWorkersThatOnlyCompete() {
    var computing =
        Samples.of(new PoolCounts(64, 0, 0, 0)).flow(100, Duration.ZERO, FRESH).wanting(64);
    assertThat(decide(computing.sample()).target()).isEqualTo(2);
  }

  @Test
  void theLastStepToTheMinimumIsTakenHoweverSmall() {
    var sample = Samples.of(new PoolCounts(2, 2, 0, 0)).sample();
    assertThat(decide(sample).target()).isEqualTo(1);
  }

  @Test
  void theReasonSaysWhatItSaw() {
    assertThat(decide(Samples.backlog(8, 8).sample()).reason())
        .isEqualTo("8 queued, 8.0 in the works, 0.0 of 2 cores wanted, 24 workers needed of late");
  }

  @Test
  void theReasonIsWrittenAlikeInAllCountries() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(decide(Samples.backlog(8, 8).sample()).reason()).contains(" 8.0 in the works");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void formatsNoReasonForWhatChangesNothing() {
    assertThat(decide(Samples.of(new PoolCounts(64, 0, 0, 0)).sample()).reason())
        .isEqualTo("no change");
    assertThat(decide(Samples.of(new PoolCounts(1, 1, 0, 0)).sample()).reason())
        .isEqualTo("no change");
  }

  @Test
  void isAPureFunction() {
    var sample = Samples.backlog(8, 8).sample();
    assertThat(decide(sample)).isEqualTo(decide(sample));
    assertThat(policy.after(sample)).isEqualTo(policy.after(sample)).isNotEqualTo(policy);
    assertThat(policy).isEqualTo(new LittlesLawPolicy());
  }

  @Test
  void refusesWhatIsOutOfRange() {
    var recentNeed = WindowedMaximum.none(Duration.ofSeconds(1));
    var marginal = MarginalThroughput.watching();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LittlesLawPolicy(Duration.ZERO, 1, recentNeed, marginal))
        .withMessage("targetWait must be from 1 ms to 1 s, not PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LittlesLawPolicy(Duration.ofSeconds(2), 1, recentNeed, marginal))
        .withMessage("targetWait must be from 1 ms to 1 s, not PT2S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LittlesLawPolicy(Duration.ofMillis(5), -1, recentNeed, marginal))
        .withMessage("headroom must be from 0 to 10, not -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new LittlesLawPolicy(Duration.ofMillis(5), Double.NaN, recentNeed, marginal))
        .withMessage("headroom must be from 0 to 10, not NaN");
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesNullByName() {
    var recentNeed = WindowedMaximum.none(Duration.ofSeconds(1));
    var marginal = MarginalThroughput.watching();
    assertThatNullPointerException()
        .isThrownBy(() -> new LittlesLawPolicy(null, 1, recentNeed, marginal))
        .withMessage("targetWait");
    assertThatNullPointerException()
        .isThrownBy(() -> new LittlesLawPolicy(Duration.ofMillis(5), 1, null, marginal))
        .withMessage("recentNeed");
    assertThatNullPointerException()
        .isThrownBy(() -> new LittlesLawPolicy(Duration.ofMillis(5), 1, recentNeed, null))
        .withMessage("marginal");
  }

  private Decision decide(PoolSample sample) {
    return policy.after(sample).decide(sample);
  }

  private static Decision idleAt(LittlesLawPolicy policy, Duration uptime) {
    var sample = Samples.of(new PoolCounts(64, 64, 0, 0)).at(uptime).sample();
    return policy.after(sample).decide(sample);
  }

  /** Two thousand a second, of 3 ms each; 8 busy and 6 queued. */
  private static Samples quickPast() {
    return Samples.backlog(8, 6).flow(200, Duration.ZERO, Duration.ofMillis(3));
  }
}
