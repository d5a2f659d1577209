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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.OverloadSimulation.Outcome;
import tailgate.queue.OverloadSimulation.Server;
import tailgate.queue.OverloadSimulation.Service;
import tailgate.queue.WindowedAdmission.Meaning;

/**
 * What the queue policies and the admission policies do in an overload, for clients that wait 100
 * ms. The tables are those of docs/overload.md.
 */
final class OverloadSimulationTest {

  private static final double PATIENCE = 100;

  /** Until the policies have settled. */
  private static final double WARM_UP = 3000;

  private static final double SECONDS = 20;

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

  // ---- admission policies

  /** The policies for eight workers, and in which range their numbers stay. */
  enum Admission {
    AIMD(Meaning.INSIDE, () -> new AimdPolicy(PATIENCE)),
    GRADIENT(Meaning.INSIDE, GradientPolicy::new),
    VEGAS(Meaning.INSIDE, VegasPolicy::new),
    CREDITS(Meaning.INSIDE, () -> new CreditPolicy(30)),
    PID(Meaning.SHARE, () -> new RejectionPolicy(8));

    final Meaning meaning;

    @SuppressWarnings("ImmutableEnumChecker") // makes a new one each time
    final Supplier<AdmissionPolicy> policy;

    Admission(Meaning meaning, Supplier<AdmissionPolicy> policy) {
      this.meaning = meaning;
      this.policy = policy;
    }

    double min() {
      return meaning == Meaning.INSIDE ? 8 : 0.05;
    }

    double max() {
      return meaning == Meaning.INSIDE ? 200 : 1;
    }

    WindowedAdmission controller() {
      double initial = meaning == Meaning.INSIDE ? 20 : 1;
      return new WindowedAdmission(policy.get(), meaning, min(), initial, max());
    }
  }

  /**
   * Loads that change at random: the number stays in its range, each request has one end, and one
   * that was admitted is answered, after those before it.
   */
  @ParameterizedTest
  @EnumSource(Admission.class)
  void keepsItsPromisesUnderAnyLoad(Admission admission) {
    List<Service> services = List.copyOf(EnumSet.allOf(Service.class));
    for (int seed = 0; seed < 100; seed++) {
      var random = new SplittableRandom(seed);
      double[] loads = random.doubles(20, 0.01, 3).toArray();
      WindowedAdmission controller = admission.controller();
      Service service = services.get(seed % services.size());
      Outcome outcome =
          new OverloadSimulation(
                  eightOfTenMillis(service), QueueDiscipline.PLAIN, controller, PATIENCE, seed)
              .run(at -> loads[(int) Math.min(19, at / 100)], 0, 2000);
      assertThat(controller.lowest()).isGreaterThanOrEqualTo(admission.min());
      assertThat(controller.highest()).isLessThanOrEqualTo(admission.max());
      assertThat(outcome.refused() + outcome.millis().length).isEqualTo(outcome.arrived());
      if (admission.meaning == Meaning.INSIDE) {
        assertThat(outcome.longestQueue()).isLessThanOrEqualTo((int) controller.highest() - 8);
      }
    }
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
  void theQueuePoliciesAreComparedInTheDocument() throws IOException {
    List<String> rows = new ArrayList<>();
    for (QueuePolicy policy : QueuePolicy.values()) {
      rows.add(compared(name(policy), new QueueDiscipline(policy), null));
    }
    var deadline = QueueDiscipline.PLAIN.withDeadline(Duration.ofMillis(80));
    rows.add(compared("`fifo`, deadline 80 ms", deadline, null));
    for (Admission admission : Admission.values()) {
      rows.add(compared(name(admission), QueueDiscipline.PLAIN, admission));
    }
    assertInDocument(rows);
  }

  private static String name(Enum<?> constant) {
    return "`" + constant.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`";
  }

  private static String compared(
      String name, QueueDiscipline discipline, @Nullable Admission admission) {
    Server server = eightOfTenMillis(Service.EXPONENTIAL);
    StringBuilder row = new StringBuilder("| " + name + " |");
    for (double load : new double[] {0.7, 0.9, 1.2, 2, 3}) {
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
    return row + row(" %.1f | %.0f |", 100 * slow.refusedShare(), after.p99());
  }

  private static OverloadSimulation simulation(
      Server server, QueueDiscipline discipline, @Nullable Admission admission) {
    return new OverloadSimulation(
        server, discipline, admission == null ? null : admission.controller(), PATIENCE, 1);
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
    assertThat(Files.readString(Path.of("../docs/overload.md")).contains(table))
        .as("docs/overload.md should have:%n%s%n", table)
        .isTrue();
  }
}
