package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/** The plan and the report of {@code handoff}, whose load is counted. */
class CountedLoadTest {

  private static final VariantsPlan PLAN = VariantSamples.plan("handoff", 10);

  private static final Timeline NOTHING =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());

  private final List<VariantResult> results = new ArrayList<>();

  @Test
  void theLoadIsThatOfTheFutexStudy() {
    LoadSpec load = PLAN.traffic().measured(PLAN.variants().get(0), 1);

    assertThat(load.path()).isEqualTo("/ten.txt");
    assertThat(load.users()).isEqualTo(50);
    assertThat(load.keepAlive()).isFalse();
    assertThat(load.model()).isEqualTo(LoadSpec.Model.COUNTED);
    assertThat(load.segments())
        .extracting(Segment::arrivals)
        .containsExactly(10_000L, 10_000L, 10_000L, 10_000L);
    assertThat(PLAN.load())
        .isEqualTo(
            "closed model, 50 users, GET /ten.txt, 3 x 10,000 requests after 10,000 of warm-up");
  }

  @Test
  void theKindsWithoutAClaimHaveFewerBlocksAndConditionsAreMeasuredTwice() {
    List<VariantRun> runs = PLAN.runs();

    assertThat(PLAN.twins())
        .containsExactly("lock, 16 workers, new connections", "lock, 32 workers, new connections");
    assertThat(runs).hasSize(10 * (2 * 4 + 2) + 3 * 2 * 2);
    assertThat(runs.stream().filter(run -> run.block() == 4).map(VariantRun::variant))
        .noneMatch(name -> name.startsWith("array"));
    assertThat(PLAN.variants().get(0).file()).isEqualTo(10);
  }

  @Test
  void aRowHasTheMeansOfTheBlocksThatCount() {
    block(1, 20_000, 22_000, 0);
    block(2, 21_000, 33_000, 0);
    block(3, 30_000, 60_000, 1);

    assertThat(report().table())
        .first(list(String.class))
        .containsExactly(
            "queue",
            "workers",
            "blocks",
            "answers/s",
            "least",
            "most",
            "P50 ms",
            "P99 ms",
            "CPU µs/request");
    assertThat(report().text().replaceAll(" +", " "))
        .contains("| lock | 16 | 3 | 23,270 | 20,000 | 30,000 | 1.23 | 4.56 | 50 |")
        .contains("| park | 16 | 2 of 3 | 26,944 | 22,000 | 33,000 | 1.23 | 4.56 | 50 |");
    assertThat(report().judged())
        .extracting(Verdict::toString)
        .anyMatch(line -> line.endsWith("takes no part in a verdict: 1 requests failed"));
  }

  private VariantsReport report() {
    return new VariantsReport(PLAN, results);
  }

  private void block(int number, double lock, double park, long failed) {
    results.add(result("lock", number, lock, 0));
    results.add(result("park", number, park, failed));
  }

  private static VariantResult result(String kind, int block, double perSecond, long failed) {
    String name = kind + ", 16 workers, new connections";
    Measurement measured =
        new Measurement(
            name,
            "threadpool",
            perSecond,
            new Figures(10_000 - failed, failed, 1_230, 1_500, 1_600, 4_560, 5_000, 6_000),
            Collections.nCopies(Figures.CURVE.size(), 1_230L),
            1_000,
            500,
            NOTHING,
            new Health(10_000, 10_000, 0, 0, 10, 20),
            new ServerView(
                new ServerTimeline(List.of(1_100L, 1_200L), Map.of("cpu", List.of(0.9, 1.1))),
                ServerTimeline.EMPTY),
            null);
    return new VariantResult(
        new VariantRun(name, PLAN.variant(name).server(), block, false),
        measured,
        null,
        null,
        null,
        null,
        null,
        List.of(perSecond),
        null,
        null);
  }
}
