package tailgate.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

class SurroundingsTest {

  @Test
  void theWorstOfAllRunsIsNamed() {
    assertThat(Surroundings.of(List.of(run(true, 30, 1.5), run(false, 390, 0.5))))
        .hasValue(
            "1 of 2 runs began on a quiet machine; at most 390 ms of processor time stolen, a"
                + " safepoint of 1.5 ms in a run; the servers' JVMs said: Using G1");
  }

  @Test
  void theProcessorTimeOfTheLoadIsNamedAsAShare() {
    Map<Counter, Double> counters =
        Map.of(Counter.PROCESSOR_MILLIS, 20_000.0, Counter.LOAD_MILLIS, 700.0);
    Conditions conditions = new Conditions("server=0,1,load=1", "", 0.5, 0.0, 3, true, counters);

    assertThat(Surroundings.of(List.of(measured(conditions))))
        .hasValue(
            "1 of 1 runs began on a quiet machine; at most 3.5 % of all processors for generator"
                + " and lab in a run");
  }

  @Test
  void oldResultsSayNothing() {
    assertThat(Surroundings.of(List.of(measured(null)))).isEmpty();
    assertThat(Surroundings.doubts(List.of(new Health(100, 50, 0, 0, 0, 0)))).isEmpty();
  }

  @Test
  void runsInDoubtAreCountedByReason() {
    Health lag = new Health(100, 100, 0, 0, 2_000, 2_000, 1.0, 0.01, 1_000.0, null, null);
    Health both = lag.below(1_100);

    assertThat(Surroundings.doubts(List.of(lag, both)))
        .isEqualTo(
            "; runs without a verdict: 2: the generator's lag has a P99 above 1 ms, 1: above 70 %"
                + " of the generator's ceiling");
  }

  private static Measurement run(boolean quiet, double stolen, double safepoint) {
    return measured(
        new Conditions(
            "shared",
            "Using G1",
            0.5,
            0.0,
            3,
            quiet,
            Map.of(Counter.STOLEN_MILLIS, stolen, Counter.LONGEST_SAFEPOINT_MILLIS, safepoint)));
  }

  private static Measurement measured(@Nullable Conditions conditions) {
    List<Long> none = List.of();
    return new Measurement(
        "a",
        "a",
        1,
        new Figures(1, 0, 1, 1, 1, 1, 1, 1),
        none,
        0,
        1,
        new Timeline(100, none, none, none, none, none),
        null,
        new ServerView(ServerTimeline.EMPTY, ServerTimeline.EMPTY, conditions),
        null);
  }
}
