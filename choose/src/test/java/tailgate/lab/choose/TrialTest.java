package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;

/** At a server that is computed. */
class TrialTest {

  private static final ChoosePlan QUICK = Samples.plan(List.of("threadpool"), Pace.QUICK);
  private static final ChoosePlan FULL = Samples.plan(List.of("threadpool"), Pace.FULL);

  /**
   * A queue of 48 ms has grown, and with the 2 ms of a request the objective is reached, by the
   * beginning of the last 0.1 s of a step of 1.2 s.
   */
  private static final double GROWN = 0.048 / 1.1;

  @Test
  void theQuickFormIsRoughWhereAStepHasFewRequests() throws Exception {
    ComputedServer server = new ComputedServer(50, 2_000);

    Capacity capacity = capacity(QUICK, server);

    assertThat(capacity.estimate()).isBetween(50 / 1.25, 50.0);
    assertThat(tries(server)).as("three, and the one that failed again").hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(doubles = {333, 5_000, 20_000})
  void theQuickFormFindsTheCapacityToItsResolution(double perSecond) throws Exception {
    Capacity capacity = capacity(QUICK, new ComputedServer(perSecond, 2_000));

    assertThat(capacity.estimate()).isBetween(perSecond / 1.07, perSecond * 1.06);
  }

  @ParameterizedTest
  @ValueSource(doubles = {50, 333, 5_000, 20_000})
  void theFullFormFindsItMoreExactlyAndThreeTimes(double perSecond) throws Exception {
    Capacity capacity = capacity(FULL, new ComputedServer(perSecond, 2_000));

    assertThat(capacity.held())
        .hasSize(3)
        .allSatisfy(held -> assertThat(held).isBetween(perSecond / 1.04, perSecond * 1.04));
    assertThat(capacity.estimate())
        .as("above the held rates by a part of a step, and by no more than a queue may grow in one")
        .isBetween(perSecond / 1.04, perSecond * (1 + GROWN) * 1.002);
  }

  @Test
  void moreProcessorTimeThanTheCoresCanGiveIsNotBelieved() throws Exception {
    Trial trial =
        new Trial(
            QUICK, true, 1, new ComputedServer(1_000, 100, 100_000, 2_400, new ArrayList<>()));
    trial.warm(new Lead());
    Capacity capacity = trial.climb(new Lead(), rough -> false);

    assertThat(trial.arm("threadpool", null, false, capacity, null).steps())
        .filteredOn(step -> step.rate() > 500)
        .isNotEmpty()
        .allMatch(step -> step.cpu() == null);
  }

  /** The server computes for 1 ms, and a tenth of all requests is still waiting at the end. */
  @Test
  void requestsThatOnlyWaitAreNotTakenForThoseThatFindNoProcessor() throws Exception {
    Trial trial = trial(QUICK, new ComputedServer(1_000, 49_000, 100_000, 950, new ArrayList<>()));
    Capacity capacity = climbed(trial);

    assertThat(trial.arm("threadpool", null, false, capacity, null).steps())
        .filteredOn(step -> step.rate() > 800 && step.rate() < 1_000)
        .isNotEmpty()
        .allMatch(step -> Objects.requireNonNull(step.asked()) < 0.95);
  }

  @Test
  void noClimbOfASlowServerBeginsOnceTheTimeIsOver() throws Exception {
    ComputedServer server = new ComputedServer(8, 20_000);

    Capacity capacity = capacity(FULL, server);

    assertThat(capacity.held()).as("and not three").hasSize(2);
    assertThat(capacity.estimate()).isBetween(8 / 1.25, 8 * 1.04);
    Duration climbs =
        server.loads().stream()
            .filter(load -> load.model() == Model.OPEN)
            .map(LoadSpec::duration)
            .reduce(Duration.ZERO, Duration::plus);
    assertThat(climbs).isLessThan(FULL.climbing().plusSeconds(40));
  }

  @Test
  void aStepThatFailedWhileTheGeneratorWasLateIsMadeAgain() throws Exception {
    ComputedServer server = new ComputedServer(1_000, 2_000);
    ComputedServer late = new ComputedServer(10, 2_000).late();
    AtomicInteger loads = new AtomicInteger();
    Driver hiccup =
        (name, load) ->
            (name.startsWith("climb") && loads.getAndIncrement() == 0 ? late : server)
                .drive(name, load);

    assertThat(climbed(trial(QUICK, hiccup)).estimate()).isBetween(1_000 / 1.12, 1_060.0);
  }

  @Test
  void aClimbThatGoesOnFindsARateThatFailsAlthoughTheTimeIsOver() throws Exception {
    AtomicReference<ComputedServer> server = new AtomicReference<>(new ComputedServer(8, 20_000));
    Trial trial = trial(FULL, (name, load) -> server.get().drive(name, load));
    climbed(trial);
    server.set(new ComputedServer(30, 20_000));

    Capacity more = trial.climbFrom(12);

    assertThat(more.interval().low()).isBetween(20.0, 31.0);
    assertThat(more.interval().high()).isGreaterThan(more.interval().low());
  }

  @Test
  void whatIsBeyondTheGeneratorIsNotTried() throws Exception {
    ComputedServer server = new ComputedServer(20_000, 2_000, 10_000, 100, new ArrayList<>());

    Capacity capacity = capacity(QUICK, server);

    assertThat(capacity.atLeast()).isTrue();
    assertThat(capacity.estimate()).isEqualTo(7_000);
  }

  @Test
  void aLimitThatWasTooLowWhileTheGeneratorWasColdIsGoneBeyond() throws Exception {
    ComputedServer cold = new ComputedServer(9_000, 2_000, 10_000, 100, new ArrayList<>());
    ComputedServer warm = new ComputedServer(9_000, 2_000, 30_000, 100, new ArrayList<>());
    Driver driver =
        (name, load) -> {
          boolean isAlmostAtIt = load.mostPerSecond() == 7_000;
          ComputedServer server = isAlmostAtIt || !warm.loads().isEmpty() ? warm : cold;
          return server.drive(name, load);
        };
    Trial trial = new Trial(QUICK, true, 1, driver);
    trial.warm(new Lead());

    Capacity capacity = trial.climb(new Lead(), rough -> false);

    assertThat(capacity.atLeast()).isFalse();
    assertThat(capacity.estimate()).isBetween(9_000 / 1.07, 9_000 * 1.06);
  }

  @Test
  void whereTheHandlerAloneTakesTooLongNothingHolds() throws Exception {
    ComputedServer server = new ComputedServer(1_000, 60_000);

    assertThat(capacity(QUICK, server).isNone()).isTrue();
    assertThat(server.loads()).filteredOn(load -> load.model() == Model.OPEN).hasSize(1);
  }

  @Test
  void anOverloadHasGoodputAndARecovery() throws Exception {
    ComputedServer server = new ComputedServer(1_000, 20_000);
    Trial trial = trial(QUICK, server);
    trial.warm(new Lead());

    Aftermath after = trial.overload(1_000);

    assertThat(after.half().tail()).isBetween(20_000L, 21_000L);
    assertThat(after.more().goodput()).isLessThan(500); // all but the first wait for too long
    // 0.3 s of work have piled up, and half of the server is free for it.
    assertThat(after.recoveryMillis()).isBetween(500L, 700L);
  }

  @Test
  void onlyTheFullFormOverloadsTwiceAsMuch() throws Exception {
    ComputedServer server = new ComputedServer(1_000, 20_000);

    Aftermath full = trial(FULL, server).overload(1_000);

    assertThat(Objects.requireNonNull(full.twice()).rate()).isEqualTo(2_000);
    // 1.5 s of work have piled up, and half of the server is free for it.
    assertThat(full.recoveryMillis()).isBetween(2_900L, 3_200L);
    assertThat(trial(QUICK, server).overload(1_000).twice()).isNull();
  }

  @Test
  void theWarmUpIsClosedAndTheRestIsOpen() throws Exception {
    ComputedServer server = new ComputedServer(1_000, 20_000);

    capacity(QUICK, server);

    assertThat(server.loads().get(0).model()).isEqualTo(Model.CLOSED);
    List<LoadSpec> open =
        server.loads().stream().filter(load -> load.model() == Model.OPEN).toList();
    assertThat(open).hasSizeGreaterThan(1);
  }

  @Test
  void allCandidatesGetTheSameArrivalsAtTheSameRate() throws Exception {
    ComputedServer one = new ComputedServer(1_000, 2_000);
    ComputedServer other = new ComputedServer(1_300, 3_000);
    capacity(FULL, one);
    capacity(FULL, other);

    double rate = Math.pow(1.25, 31);
    assertThat(firstTries(one)).containsKey(rate);
    assertThat(firstTries(other)).containsEntry(rate, firstTries(one).get(rate));
  }

  @Test
  void aRateThatIsTriedAgainGetsOtherArrivalsAndSoDoesAnotherBlock() throws Exception {
    ComputedServer server = new ComputedServer(1_000, 2_000);
    capacity(FULL, server);

    assertThat(tries(server)).doesNotHaveDuplicates();

    ComputedServer block = new ComputedServer(1_000, 2_000);
    climbed(new Trial(FULL, true, 2, block));

    assertThat(tries(block)).doesNotContainAnyElementsOf(tries(server));
  }

  /** A step of a rate with the seed of its arrivals. */
  private record Try(double rate, long seed) {}

  private static List<Try> tries(ComputedServer server) {
    return server.loads().stream()
        .filter(load -> load.model() == Model.OPEN)
        .flatMap(
            load ->
                load.segments().stream()
                    .filter(segment -> segment.kind() == Segment.Kind.STEADY)
                    .map(segment -> new Try(segment.perSecond(), load.arrivals().seed())))
        .toList();
  }

  private static Map<Double, Long> firstTries(ComputedServer server) {
    return tries(server).stream()
        .collect(Collectors.toMap(Try::rate, Try::seed, (first, later) -> first));
  }

  @Test
  void theFirstStepIsAtARateAtWhichRequestsAreAlone() throws Exception {
    ComputedServer server = new ComputedServer(5_000, 20_000);
    Trial trial = trial(QUICK, server);
    Capacity capacity = climbed(trial);

    Step first = trial.arm("threadpool", 100, false, capacity, null).steps().get(0);

    assertThat(first.rate()).isBetween(100.0, 200.0);
    assertThat(first.mean()).isBetween(19_900.0, 20_100.0);
  }

  @Test
  void theGeneratorHasNoMoreConnectionsThanItIsStartedFor() throws Exception {
    ComputedServer server = new ComputedServer(60_000, 100_000);

    Trial trial = trial(QUICK, server);
    trial.warm(new Lead());
    trial.overload(60_000);

    assertThat(server.loads().get(server.loads().size() - 1).users())
        .isEqualTo(ChoosePlan.MOST_CONNECTIONS);
  }

  @Test
  void theUsersOfTheWarmUpAreAsManyAsAreAnsweredInASecond() throws Exception {
    ComputedServer fast = new ComputedServer(7_000, 100_000);
    Trial trial = trial(QUICK, fast);
    trial.warm(new Lead());

    assertThat(fast.loads()).extracting(LoadSpec::users).containsExactly(8, 80, 800, 1_000);
    assertThat(trial.guess()).isBetween(6_000.0, 7_000.0);

    ComputedServer slow = new ComputedServer(10, 100_000);
    trial(QUICK, slow).warm(new Lead());

    assertThat(slow.loads()).extracting(LoadSpec::users).allMatch(users -> users <= 10);
  }

  @Test
  void aServerThatIsFarBehindIsWarmedNoLonger() throws Exception {
    ComputedServer slow = new ComputedServer(4_000, 20_000);
    Trial first = trial(QUICK, slow);
    Lead lead = new Lead();
    lead.saw(first.arm("threadpool", null, false, climbed(first), null));
    assertThat(warmUps(slow)).as("two rounds and the rest").isEqualTo(3);

    ComputedServer slower = new ComputedServer(40, 20_000);
    trial(QUICK, slower).warm(lead);

    assertThat(warmUps(slower)).isEqualTo(1);
  }

  @Test
  void aHandlerThatOneUserAloneKeepsBusyIsWarmedByFew() throws Exception {
    ComputedServer computes = new ComputedServer(900, 1_100);
    ComputedServer waits = new ComputedServer(27_000, 1_100);
    trial(QUICK, computes).warm(new Lead());
    trial(QUICK, waits).warm(new Lead());

    assertThat(computes.loads()).extracting(LoadSpec::users).containsExactly(8, 8);
    assertThat(waits.loads()).extracting(LoadSpec::users).startsWith(8, 1_000);
  }

  /** Eight who compute for 5 ms share one core: each takes 40 ms, as if it waited for something. */
  @Test
  void aHandlerThatKeepsTheCoreBusyWithFewUsersIsWarmedByFew() throws Exception {
    ComputedServer computes = new ComputedServer(180, 40_000, 100_000, 5_500, new ArrayList<>());
    trial(QUICK, computes).warm(new Lead());

    assertThat(computes.loads()).extracting(LoadSpec::users).containsExactly(8, 8);
  }

  @Test
  void aRoundInWhichAlmostNobodyWasAnsweredDoesNotPutAServerOutOfReach() throws Exception {
    ComputedServer server = new ComputedServer(200, 40_000);
    ComputedServer stuck = new ComputedServer(15, 40_000);
    Trial first = trial(QUICK, server);
    Lead lead = new Lead();
    lead.saw(first.arm("threadpool", null, false, climbed(first), null));
    Trial next =
        trial(QUICK, (name, load) -> (load.users() > 8 ? stuck : server).drive(name, load));
    next.warm(lead);

    assertThat(next.guess()).isBetween(150.0, 200.0);
  }

  private static long warmUps(ComputedServer server) {
    return server.loads().stream().filter(load -> load.model() == Model.CLOSED).count();
  }

  @Test
  void usersThatAreTooManyForAColdServerAreTakenBack() throws Exception {
    ComputedServer server = new ComputedServer(7_000, 100_000);
    ComputedServer stuck = new ComputedServer(0.1, 100_000);
    Trial trial =
        trial(QUICK, (name, load) -> (load.users() < 800 ? server : stuck).drive(name, load));
    trial.warm(new Lead());

    assertThat(server.loads()).extracting(LoadSpec::users).containsExactly(8, 80, 80);
    assertThat(stuck.loads()).extracting(LoadSpec::users).containsExactly(800);
    assertThat(trial.guess()).isBetween(700.0, 800.0);
  }

  @Test
  void aServerThatAnswersNobodyIsAnError() {
    ComputedServer server = new ComputedServer(0.01, 20_000);

    assertThatThrownBy(() -> trial(QUICK, server).warm(new Lead()))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("no request succeeded in the warm-up: of ");
  }

  @Test
  void aServerThatIsNotOursIsNeverAskedAtMoreThanItMayBe() throws Exception {
    ComputedServer server = new ComputedServer(1_000, 20_000);

    Capacity capacity = climbed(trial(FULL, new BoundedServer(server, 500)));

    assertThat(capacity.atLeast()).isTrue();
    assertThat(capacity.estimate()).isEqualTo(500);
    assertThat(server.loads()).allMatch(load -> load.mostPerSecond() <= 500);
  }

  @ParameterizedTest
  @ValueSource(doubles = {5, 333, 20_000})
  void aServerThatIsNotOursIsWarmedUpToLittleMoreThanItCanDo(double perSecond) throws Exception {
    ComputedServer server = new ComputedServer(perSecond, 2_000);
    Trial trial = trial(QUICK, new BoundedServer(server, 30_000));

    trial.warm(new Lead());

    assertThat(trial.guess()).isBetween(perSecond / 2, perSecond * 1.3);
    double atFirst = 40;
    assertThat(server.loads())
        .allMatch(load -> load.mostPerSecond() <= Math.max(atFirst, 4 * perSecond));
  }

  @Test
  void aServerThatRefusesAllIsAnErrorAtOnceAndSaysWhy() {
    List<LoadSpec> loads = new ArrayList<>();
    Driver refusing =
        (name, load) -> {
          loads.add(load);
          return Samples.refused(load, "404");
        };

    assertThatThrownBy(() -> trial(QUICK, refusing).warm(new Lead()))
        .isInstanceOf(LabException.class)
        .hasMessage("no request succeeded in the warm-up: of 40 requests 40 failed (404)");
    assertThat(loads).hasSizeLessThan(4);
  }

  private static Capacity capacity(ChoosePlan plan, ComputedServer server) throws Exception {
    return climbed(trial(plan, server));
  }

  private static Capacity climbed(Trial trial) throws Exception {
    trial.warm(new Lead());
    return trial.climb(new Lead(), rough -> false);
  }

  private static Trial trial(ChoosePlan plan, Driver driver) {
    return new Trial(plan, true, 1, driver);
  }
}
