package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.OverloadSimulation.Outcome;
import tailgate.queue.OverloadSimulation.Server;
import tailgate.queue.OverloadSimulation.Service;

/**
 * What the queue policies and the admission policies do in an overload, for clients that wait 100
 * ms. The tables are those of docs/results/overload-simulation.
 */
final class OverloadSimulationTest {

  private static final Path PAGE = Path.of("../docs/results/overload-simulation/README.md");

  private static final double PATIENCE = 100;

  /** Until the policies have settled. */
  private static final double WARM_UP = 3000;

  private static final double SECONDS = 20;

  private static final int LOADS = ModelDepth.of(10_000);

  /** Which part of the possible answers was in time, in percent. */
  private static double good(Server server, Outcome outcome) {
    return 100 * outcome.inTime() / Math.min(outcome.arrived(), server.capacity() * SECONDS);
  }

  private static Outcome queue(Server server, QueueDiscipline discipline, double load, int seed) {
    return new OverloadSimulation(server, discipline, null, PATIENCE, seed)
        .run(at -> load, WARM_UP, WARM_UP + SECONDS * 1000);
  }

  private static QueueDiscipline codel(int targetMillis, int intervalMillis) {
    return new QueueDiscipline(
        QueuePolicy.CODEL,
        Duration.ofMillis(targetMillis),
        Duration.ofMillis(intervalMillis),
        null);
  }

  private static Server eightOfTenMillis(Service service) {
    return new Server(8, 10, service);
  }

  private static double refusedPercent(Server server, QueueDiscipline discipline, double load) {
    double refused = 0;
    int seeds = 3;
    for (int seed = 0; seed < seeds; seed++) {
      refused += 100 * queue(server, discipline, load, seed).refusedShare() / seeds;
    }
    return refused;
  }

  // ---- the default of codel

  @ParameterizedTest
  @EnumSource(names = {"FIXED", "EXPONENTIAL", "MIXED"})
  void theDefaultRefusesNothingUpToEightTenths(Service service) {
    var discipline = new QueueDiscipline(QueuePolicy.CODEL);
    for (double load : new double[] {0.5, 0.7, 0.8}) {
      assertThat(refusedPercent(eightOfTenMillis(service), discipline, load)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED", "EXPONENTIAL", "MIXED"})
  void theDefaultRefusesAlmostNothingAtNineTenths(Service service) {
    double refused =
        refusedPercent(eightOfTenMillis(service), new QueueDiscipline(QueuePolicy.CODEL), 0.9);
    assertThat(refused).isLessThan(service == Service.FIXED ? 1e-9 : 0.4);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED", "EXPONENTIAL", "MIXED"})
  void theDefaultAnswersMostAtTwiceTheCapacity(Service service) {
    Server server = eightOfTenMillis(service);
    for (QueuePolicy policy : List.of(QueuePolicy.CODEL, QueuePolicy.CODEL_LIFO)) {
      Outcome outcome = queue(server, new QueueDiscipline(policy), 2, 1);
      assertThat(good(server, outcome)).isGreaterThan(90);
      assertThat(outcome.refusedShare()).isBetween(0.45, 0.55); // unavoidable: 0.5
    }
  }

  // ---- how soon an overload is noticed

  /** A step of the load, with a stall at its begin, in a calm time. */
  private record Step(double load, double millis, double stall) {}

  /** At the capacity for as long as a step of {@code compare overload --quick}. */
  private static final Step AT_THE_CAPACITY = new Step(1, 1300, 100);

  /** Twice the capacity, for as long as its pulse. */
  private static final Step PULSE = new Step(2, 2600, 0);

  private static final double CALM = 0.5;
  private static final int STEPS = 40;

  /** Which part of the possible answers to a step was in time, in percent: the mean of many. */
  private static double good(Step step, Service service, Candidate candidate) {
    Server server = eightOfTenMillis(service);
    double end = WARM_UP + step.millis;
    double possible = server.capacity() * (step.millis - step.stall) / 1000;
    double sum = 0;
    for (int seed = 0; seed < STEPS; seed++) {
      Outcome outcome =
          candidate
              .simulation(server, Stalls.one(WARM_UP, step.stall), seed)
              .run(at -> at >= WARM_UP && at < end ? step.load : CALM, WARM_UP, end);
      sum += 100 * outcome.inTime() / Math.min(outcome.arrived(), possible);
    }
    return sum / STEPS;
  }

  /** A policy, and from which wait on it sees an overload at once; null as it is in the servers. */
  private record Candidate(QueueDiscipline discipline, @Nullable Duration outlier) {

    static final Duration NEVER = Duration.ofHours(1);

    static final Candidate DEFAULT = new Candidate(new QueueDiscipline(QueuePolicy.CODEL), null);

    OverloadSimulation simulation(Server server, Stalls stalls, int seed) {
      return new OverloadSimulation(server, stalls, discipline, codel(), PATIENCE, seed);
    }

    private CoDel codel() {
      long target = discipline.target().toNanos();
      long interval = discipline.interval().toNanos();
      return outlier == null
          ? new CoDel(target, interval)
          : new CoDel(target, interval, outlier.toNanos());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED", "EXPONENTIAL", "MIXED"})
  void theDefaultAnswersMostAtTheCapacityAfterAStallToo(Service service) {
    for (double stall : new double[] {0, 20, 50, 80, 90, 100}) {
      var step = new Step(1, AT_THE_CAPACITY.millis, stall);
      assertThat(good(step, service, Candidate.DEFAULT)).as("%s ms", stall).isGreaterThan(90);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED", "EXPONENTIAL", "MIXED"})
  void theDefaultAnswersMostOfAPulseFromItsFirstMoment(Service service) {
    assertThat(good(PULSE, service, Candidate.DEFAULT)).isGreaterThan(95);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED", "EXPONENTIAL", "MIXED"})
  void theDefaultRefusesNothingAfterAShortStallBelowTheCapacity(Service service) {
    double most = service == Service.MIXED ? 0.8 : 0.9;
    for (double load : new double[] {0.5, 0.8, most}) {
      for (int seed = 0; seed < 3; seed++) {
        Outcome outcome =
            Candidate.DEFAULT
                .simulation(eightOfTenMillis(service), new Stalls(2000, 20), seed)
                .run(at -> load, WARM_UP, WARM_UP + SECONDS * 1000);
        assertThat(outcome.refusedShare()).as("%s", load).isZero();
      }
    }
  }

  /** Longer waits are usual there. But those who are refused would have been late. */
  @Test
  void theDefaultRefusesOneInAHundredOfTwoWorkersAndLosesFewerThanFifo() {
    Server server = new Server(2, 10, Service.EXPONENTIAL);
    double late = 0;
    double lost = 0;
    double lostByFifo = 0;
    int seeds = 3;
    for (int seed = 0; seed < seeds; seed++) {
      Outcome codel = queue(server, new QueueDiscipline(QueuePolicy.CODEL), 0.8, seed);
      Outcome fifo = queue(server, QueueDiscipline.PLAIN, 0.8, seed);
      late += codel.refusedShare() / seeds;
      lost += 1 - codel.inTime() / (double) codel.arrived();
      lostByFifo += 1 - fifo.inTime() / (double) fifo.arrived();
    }
    assertThat(late).isBetween(0.005, 0.02);
    assertThat(lost).isLessThan(lostByFifo);
  }

  // ---- admission policies

  /** For eight workers; null if there is none. */
  private static @Nullable AdmissionController controller(AdmissionRule admission) {
    return admission.controller(8, () -> 0);
  }

  // ---- under loads that change at random; the seed of a load is its number

  /** The limit stays in its range, and one that was admitted waits for few. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void anAdmissionKeepsItsPromisesUnderAnyLoad(AdmissionKind admission) {
    for (int seed = 0; seed < LOADS; seed++) {
      var controller = controller(new AdmissionRule(admission));
      var simulation = simulation(QueueDiscipline.PLAIN, controller, seed);
      Outcome outcome = underAnyLoad(simulation, seed);
      assertThat(outcome.refused() + outcome.millis().length)
          .as("ends of load %d", seed)
          .isEqualTo(outcome.arrived());
      assertThat(simulation.lowest()).as("load %d", seed).isGreaterThanOrEqualTo(8);
      assertThat(simulation.highest()).as("load %d", seed).isLessThanOrEqualTo(200);
      assertThat(outcome.longestQueue())
          .as("queue of load %d", seed)
          .isLessThanOrEqualTo((int) simulation.highest() - 8);
    }
  }

  /** Each request is answered or refused, and only a policy that may refuse does. */
  @ParameterizedTest
  @EnumSource
  void aQueuePolicyLosesNothingUnderAnyLoad(QueuePolicy policy) {
    for (int seed = 0; seed < LOADS; seed++) {
      Outcome outcome = underAnyLoad(simulation(new QueueDiscipline(policy), null, seed), seed);
      assertThat(outcome.late() + outcome.millis().length)
          .as("ends of load %d", seed)
          .isEqualTo(outcome.arrived());
      if (!policy.isRefusing()) {
        assertThat(outcome.late()).as("refused of load %d", seed).isZero();
      }
    }
  }

  private static OverloadSimulation simulation(
      QueueDiscipline discipline, @Nullable AdmissionController controller, int seed) {
    List<Service> services = List.copyOf(EnumSet.allOf(Service.class));
    Server server = eightOfTenMillis(services.get(seed % services.size()));
    return new OverloadSimulation(server, discipline, controller, PATIENCE, seed);
  }

  /** Two seconds, with another load in each tenth of one. */
  private static Outcome underAnyLoad(OverloadSimulation simulation, int seed) {
    double[] loads = new SplittableRandom(seed).doubles(20, 0.01, 3).toArray();
    return simulation.run(at -> loads[(int) Math.min(19, at / 100)], 0, 2000);
  }

  // ---- the tables

  @Test
  void theDefaultOfCodelIsChosenFromTheTableInTheDocument() throws IOException {
    List<String> rows = new ArrayList<>();
    for (int[] times :
        new int[][] {
          {5, 100}, {10, 100}, {10, 500}, {10, 1000}, {20, 500}, {20, 1000}, {30, 1000}
        }) {
      QueueDiscipline discipline = codel(times[0], times[1]);
      Server fixed = eightOfTenMillis(Service.FIXED);
      Server random = eightOfTenMillis(Service.EXPONENTIAL);
      Server mixed = eightOfTenMillis(Service.MIXED);
      rows.add(
          row(
              "| %d ms, %d ms | %.2f, %.2f, %.2f | %.0f, %.0f, %.0f | %.0f, %.0f, %.0f | %.0f,"
                  + " %.0f, %.0f |",
              times[0],
              times[1],
              refusedPercent(fixed, discipline, 0.9),
              refusedPercent(random, discipline, 0.9),
              refusedPercent(mixed, discipline, 0.9),
              goodPercent(fixed, discipline, 1.2),
              goodPercent(random, discipline, 1.2),
              goodPercent(mixed, discipline, 1.2),
              goodPercent(fixed, discipline, 2),
              goodPercent(random, discipline, 2),
              goodPercent(mixed, discipline, 2),
              queue(fixed, discipline, 2, 1).p99(),
              queue(random, discipline, 2, 1).p99(),
              queue(mixed, discipline, 2, 1).p99()));
    }
    assertInDocument(rows);
  }

  @Test
  void howSoonAnOverloadIsNoticedIsChosenFromTheTableInTheDocument() throws IOException {
    var deadline = codel(20, 1000).withDeadline(Duration.ofMillis(80));
    var lifo =
        new QueueDiscipline(QueuePolicy.LIFO, Duration.ofMillis(20), Duration.ofMillis(200), null);
    List<String> rows = new ArrayList<>();
    rows.add(noticed("never", new Candidate(codel(20, 1000), Candidate.NEVER)));
    rows.add(noticed("never; interval 100 ms", new Candidate(codel(20, 100), Candidate.NEVER)));
    rows.add(noticed("never; interval 200 ms", new Candidate(codel(20, 200), Candidate.NEVER)));
    rows.add(noticed("never; `lifo`, interval 200 ms", new Candidate(lifo, Candidate.NEVER)));
    rows.add(noticed("never; deadline 80 ms", new Candidate(deadline, Candidate.NEVER)));
    for (int millis : new int[] {60, 80, 100, 120}) {
      var candidate = new Candidate(codel(20, 1000), Duration.ofMillis(millis));
      rows.add(noticed(millis + " ms", candidate));
    }
    assertThat(noticed("100 ms", Candidate.DEFAULT)).as("the default").isIn(rows);
    rows.add(noticed("100 ms; target 10 ms", new Candidate(codel(10, 1000), null)));
    assertInDocument(rows);
  }

  private static String noticed(String name, Candidate candidate) {
    StringBuilder row = new StringBuilder("| " + name + " |");
    row.append(cell("%.2f", service -> below(service, candidate)[0]));
    row.append(cell("%.2f", service -> below(service, candidate)[1]));
    row.append(cell("%.0f", service -> good(new Step(1, 1300, 0), service, candidate)));
    row.append(cell("%.0f", service -> good(AT_THE_CAPACITY, service, candidate)));
    row.append(cell("%.0f", service -> goodForLong(1.1, service, candidate)));
    row.append(cell("%.0f", service -> good(PULSE, service, candidate)));
    return row.toString();
  }

  private static double goodForLong(double load, Service service, Candidate candidate) {
    Server server = eightOfTenMillis(service);
    var simulation = candidate.simulation(server, Stalls.NONE, 1);
    return good(server, simulation.run(at -> load, WARM_UP, WARM_UP + SECONDS * 1000));
  }

  /** Refused, and not in time, at nine tenths of the capacity with stalls of 20 ms, in percent. */
  private static double[] below(Service service, Candidate candidate) {
    double arrived = 0;
    double refused = 0;
    double inTime = 0;
    for (int seed = 0; seed < 3; seed++) {
      Outcome outcome =
          candidate
              .simulation(eightOfTenMillis(service), new Stalls(2000, 20), seed)
              .run(at -> 0.9, WARM_UP, WARM_UP + SECONDS * 1000);
      arrived += outcome.arrived();
      refused += outcome.late();
      inTime += outcome.inTime();
    }
    return new double[] {100 * refused / arrived, 100 * (arrived - inTime) / arrived};
  }

  private static String cell(String format, ToDoubleFunction<Service> figure) {
    return Stream.of(Service.FIXED, Service.EXPONENTIAL, Service.MIXED)
        .map(service -> row(format, figure.applyAsDouble(service)))
        .collect(Collectors.joining(", ", " ", " |"));
  }

  @Test
  void theQueuePoliciesAreComparedInTheDocument() throws IOException {
    List<String> rows = new ArrayList<>();
    for (QueuePolicy policy : QueuePolicy.values()) {
      rows.add(compared(name(policy), new QueueDiscipline(policy), AdmissionRule.NONE));
    }
    var deadline = QueueDiscipline.PLAIN.withDeadline(Duration.ofMillis(80));
    rows.add(compared("`fifo`, deadline 80 ms", deadline, AdmissionRule.NONE));
    for (AdmissionKind admission : EnumSet.complementOf(EnumSet.of(AdmissionKind.NONE))) {
      rows.add(compared(name(admission), QueueDiscipline.PLAIN, new AdmissionRule(admission)));
    }
    rows.add(comparedWithTarget(AdmissionKind.CREDITS, 10));
    rows.add(comparedWithTarget(AdmissionKind.CREDITS, 5));
    rows.add(comparedWithTarget(AdmissionKind.AIMD, 50));
    assertInDocument(rows);
  }

  private static String name(Enum<?> constant) {
    return "`" + constant.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`";
  }

  private static String comparedWithTarget(AdmissionKind admission, int millis) {
    return compared(
        name(admission) + ", " + millis + " ms",
        QueueDiscipline.PLAIN,
        new AdmissionRule(admission, Duration.ofMillis(millis)));
  }

  private static String compared(String name, QueueDiscipline discipline, AdmissionRule admission) {
    Server server = eightOfTenMillis(Service.EXPONENTIAL);
    StringBuilder row = new StringBuilder("| " + name + " |");
    for (double load : new double[] {0.7, 0.9, 1, 1.2, 2, 3}) {
      Outcome outcome =
          simulation(server, discipline, admission)
              .run(at -> load, WARM_UP, WARM_UP + SECONDS * 1000);
      row.append(
          row(
              " %.0f, %.1f, %.0f |",
              good(server, outcome), 100 * outcome.refusedShare(), outcome.p99()));
    }
    Outcome slow =
        simulation(eightOfTenMillis(Service.RARELY_SLOW), discipline, admission)
            .run(at -> 0.7, WARM_UP, WARM_UP + SECONDS * 1000);
    Outcome after =
        simulation(server, discipline, admission)
            .run(at -> at >= 3000 && at < 5000 ? 2 : 0.5, 5100, 6100);
    return row
        + row(
            " %.1f | %.1f, %.0f |",
            100 * slow.refusedShare(), 100 * after.refusedShare(), after.p99());
  }

  private static OverloadSimulation simulation(
      Server server, QueueDiscipline discipline, AdmissionRule admission) {
    return new OverloadSimulation(server, discipline, controller(admission), PATIENCE, 1);
  }

  private static double goodPercent(Server server, QueueDiscipline discipline, double load) {
    return good(server, queue(server, discipline, load, 1));
  }

  @SuppressWarnings("AnnotateFormatMethod") // only the production code has the annotations
  private static String row(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static void assertInDocument(List<String> rows) throws IOException {
    String table = String.join("\n", rows);
    assertThat(Files.readString(PAGE).contains(table))
        .as("%s should have:%n%s%n", PAGE, table)
        .isTrue();
  }
}
