package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.load.Health;
import tailgate.lab.machine.ProcessorTime;
import tailgate.lab.race.MachineLoad.Now;
import tailgate.lab.race.MachineLoad.Stretch;

/** The rule with given numbers, and what comes of it on a clock that the test moves. */
class MachineLoadTest {

  private static final String BUSY = "All processors of this machine are busy.";

  /** Of two processors, in ticks of 10 ms. */
  private double idle;

  private double stolen;
  private double all;
  private long now;
  private final MachineLoad machine =
      new MachineLoad(() -> new ProcessorTime(0, idle, stolen, all), 2);

  @ParameterizedTest
  @CsvSource({
    // idle cores, stolen, late of 100, what is said first
    "0.05, 0,    0, All processors of this machine are busy.",
    "0.5,  0.08, 0, Other machines on the host take 8 % of the processors.",
    "0.5,  0,    3, The load generator sends 3 % of the requests more than 10 ms late.",
    "NaN,  NaN,  3, The load generator sends 3 % of the requests more than 10 ms late.",
    "0.5,  0.04, 2,",
    "NaN,  NaN,  0,"
  })
  void eachOfThreeFiguresAloneMakesItStarved(
      double idleCores, double stolenShare, long late, String reason) {
    List<String> reasons = new Stretch(idleCores, stolenShare, generator(late)).starved();

    assertThat(reasons).isEqualTo(reason == null ? List.of() : List.of(reason));
  }

  @Test
  void saysNothingBeforeTwoSecondsWereMeasured() {
    assertThat(pass(1_900, 0).starved()).isEmpty();
    assertThat(pass(100, 0).starved()).containsExactly(BUSY);
  }

  @Test
  void aBusyMomentInTwoSecondsDoesNotStarve() {
    pass(4_000, 1);

    assertThat(pass(500, 0).starved()).isEmpty();
    assertThat(pass(1_500, 1).busy()).isEqualTo(0.63);
  }

  @Test
  void aQueueOutlivesItsCauseSoItCountsThreeSecondsLonger() {
    pass(4_000, 0);

    assertThat(pass(2_900, 2).starved()).containsExactly(BUSY);
    assertThat(pass(400, 2).starved()).isEmpty();
  }

  @Test
  void theLaneDecidesInWhichTheGeneratorIsWorst() {
    Now load = machine.look(0, List.of(generator(0), generator(40), generator(1)));

    assertThat(load.starved())
        .containsExactly("The load generator sends 40 % of the requests more than 10 ms late.");
    assertThat(load.lateP99()).isEqualTo(40);
  }

  @Test
  void withoutTheClocksOfTheKernelTheGeneratorTells() {
    MachineLoad other =
        new MachineLoad(
            () -> {
              throw new IOException("not Linux");
            },
            2);

    assertThat(other.look(0, List.of(generator(0)))).isEqualTo(new Now(null, 0, List.of()));
    assertThat(other.look(1, List.of(generator(3))).starved()).hasSize(1);
  }

  /** This time passes, a frame each 100 ms; so many processors are idle. */
  private Now pass(long millis, double idleCores) {
    Now load = machine.look(now, List.of(generator(0)));
    for (long end = now + TimeUnit.MILLISECONDS.toNanos(millis); now < end; ) {
      now += TimeUnit.MILLISECONDS.toNanos(100);
      idle += 10 * idleCores;
      all += 10 * 2;
      load = machine.look(now, List.of(generator(0)));
    }
    return load;
  }

  /** Of 100 requests so many were late. */
  private static Health generator(long late) {
    return new Health(100, 100, 0, late, 1_000 * late, 0);
  }
}
