package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.load.Footprint;

class ThreadsTest {

  private static final Footprint EMPTY = new Footprint(0, 6_000_000, 102_400L);
  private static final int HELD = 1_000;

  @Test
  void allServersHaveTheSameLoadAndConnections() {
    VariantsPlan plan = plan(10);

    assertThat(plan.variants())
        .extracting(Variant::name)
        .containsExactly(
            "thread-per-request by connection",
            "virtual-threads by connection",
            "event-loop by request");
    assertThat(plan.variants())
        .extracting(variant -> plan.traffic().measured(variant, 1))
        .containsOnly(plan.traffic().measured(plan.variants().get(0), 1));
    assertThat(plan.variants()).extracting(Variant::idle).containsOnly(2_000);
    assertThat(plan.variants()).extracting(Variant::jvm).containsOnly(List.of("-Xmx256m"));
    assertThat(plan.twins()).containsExactly("thread-per-request by connection");
    assertThat(plan.settles()).as("nothing comes before the first reading").isFalse();
  }

  @Test
  void aRowSaysWhatAConnectionCosts() {
    VariantsReport report = new VariantsReport(plan(1), results(plan(1), 100, 4_000));

    assertThat(report.table().get(0))
        .endsWith(
            "empty MiB, cold → warm",
            "KiB/connection, cold → warm",
            "live bytes/connection, cold → warm");
    assertThat(report.text().replaceAll(" +", " "))
        .containsPattern(
            "virtual-threads by connection \\|.*\\| 100 → 100 \\| 10.0 → 10.0 \\| 4,000 → 4,000"
                + " \\|");
  }

  @Test
  void aPlatformThreadOfTheClaimedSizeIsOneFromFourFifthsOfOneMegabyteToAQuarterMoreThanTwo() {
    assertThat(outcome("a platform thread", 700, 4_000)).isEqualTo(Outcome.NOT_HELD);
    assertThat(outcome("a platform thread", 800, 4_000)).isEqualTo(Outcome.HELD);
    assertThat(outcome("a platform thread", 2_400, 4_000)).isEqualTo(Outcome.HELD);
    assertThat(outcome("a platform thread", 2_500, 4_000)).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void aVirtualThreadIsHeldToItsHeapAndToCostLess() {
    assertThat(outcome("a virtual thread", 100, 4_000)).isEqualTo(Outcome.HELD);
    assertThat(outcome("a virtual thread", 100, 700)).isEqualTo(Outcome.NOT_HELD);
    assertThat(outcome("a virtual thread", 100, 13_000)).isEqualTo(Outcome.NOT_HELD);
    assertThat(outcome("a virtual thread", 9, 4_000)).isEqualTo(Outcome.NOT_HELD);
  }

  private static VariantsPlan plan(int blocks) {
    return VariantSamples.plan("threads", blocks);
  }

  private static Outcome outcome(String about, long platformKib, long virtualBytes) {
    return new VariantsReport(plan(10), results(plan(10), platformKib, virtualBytes))
        .judged().stream()
            .filter(verdict -> verdict.about().startsWith(about))
            .map(Verdict::outcome)
            .findFirst()
            .orElseThrow();
  }

  /**
   * The other connections cost 10 KiB.
   *
   * @param platformKib of a connection with a platform thread
   * @param virtualBytes on the heap, of any connection
   */
  private static List<VariantResult> results(
      VariantsPlan plan, long platformKib, long virtualBytes) {
    return VariantSamples.results(plan, Map.of()).stream()
        .map(
            result -> {
              boolean platform = result.run().variant().startsWith("thread-per-request");
              var held =
                  new Footprint(
                      HELD,
                      EMPTY.liveBytes() + HELD * virtualBytes,
                      102_400 + HELD * (platform ? platformKib : 10));
              return result.with(new Footprints(EMPTY, held, EMPTY, held));
            })
        .toList();
  }
}
