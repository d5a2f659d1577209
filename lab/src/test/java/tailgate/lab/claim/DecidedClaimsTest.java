package tailgate.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.summary.Measurements;

/** Made-up blocks of handoff, whose claim is that park is slightly faster than lock. */
class DecidedClaimsTest {

  private static final double[] NOISE = {0.2, -0.7, 1.1, 0.4, -1.3, 0.8, -0.2, -0.9};

  private final List<ClaimRun> runs = new ArrayList<>();
  private List<Look> looks = Look.several(0.05);

  /** By how many percent the A/A arm differs from its like in each block, and by how many more. */
  private double[] twin = {0, 0.1};

  @Test
  void theLooksShareTheErrorsOfOne() {
    for (double p : List.of(0.05, 0.0005)) {
      List<Look> all = Look.several(p);

      assertThat(all.stream().mapToDouble(Look::error).sum()).isCloseTo(0.05, within(1e-12));
      assertThat(all.stream().mapToDouble(Look::ending).sum()).isCloseTo(p, within(1e-12));
      assertThat(all).allMatch(look -> look.fewest() == 6);
      assertThat(all).extracting(Look::blocks).startsWith(6).isSorted();
    }
  }

  @Test
  void aClearDifferenceIsDecidedAfterSixBlocks() {
    blocks(6, 10_700, 1);

    assertThat(decided(6))
        .hasToString("After 6 of at most 10 blocks, decided claims (p up to 0.0500): 1 of 1");
    assertThat(verdict(6).outcome()).isEqualTo(Outcome.HELD);
    assertThat(verdict(6).found()).contains("; 6 blocks; noise floor 0.1 %; p 0.0");
  }

  @Test
  void aClearDifferenceOnTheOtherSideIsDecidedToo() {
    blocks(6, 9_300, 1);

    assertThat(decided(6).decided()).isEqualTo(1);
    assertThat(verdict(6).outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void whatTheLastLookWouldDecideIsOpen() {
    blocks(6, 10_280, 2.7);

    assertThat(decided(6))
        .hasToString(
            "After 6 of at most 10 blocks, decided claims (p up to 0.0500): 0 of 1; further blocks"
                + " may decide others");
  }

  @Test
  void whatTheLastLookWouldNotDecideEitherIsNotOpen() {
    blocks(6, 10_020, 2.7);

    assertThat(decided(6))
        .hasToString(
            "After 6 of at most 10 blocks, decided claims (p up to 0.0500): 0 of 1; further blocks"
                + " would decide no other");
  }

  @Test
  void aSmallerPValueTakesMoreBlocks() {
    blocks(6, 10_700, 2.7);
    assertThat(decided(6).decided()).isEqualTo(1);

    looks = Look.several(0.0005);

    assertThat(decided(6))
        .extracting(DecidedClaims::decided, DecidedClaims::open)
        .containsExactly(0, 1);
    assertThat(verdict(6).outcome()).as("it is printed all the same").isEqualTo(Outcome.HELD);
  }

  @Test
  void aVerdictNeedsSixBlocksThatCountAndALaterLookCanHaveThem() {
    blocks(6, 10_700, 1);
    doubt(3);
    assertThat(decided(6))
        .extracting(DecidedClaims::decided, DecidedClaims::open)
        .containsExactly(0, 1);
    assertThat(verdict(6).found()).contains("; 5 blocks, 1 left out; a verdict needs 6;");

    runs.clear();
    blocks(8, 10_700, 1);
    doubt(3);
    assertThat(verdict(8).outcome()).isEqualTo(Outcome.HELD);
    assertThat(verdict(8).found()).contains("; 7 blocks, 1 left out; noise floor");
  }

  @Test
  void noiseThatComesAgainDoesNotBecomeADifferenceOfTheSameArm() {
    twin = new double[] {0.2, 0.2};
    blocks(6, 10_700, 1);
    doubt(3);

    assertThat(evaluator(looks.getFirst()).verdicts().get(0).found()).contains("a verdict needs 6");
    assertThat(decided(6).open()).isEqualTo(1);
  }

  @Test
  void theIntervalAndThePValueOfALookAreWiderThanThoseOfAFixedNumberOfBlocks() {
    blocks(6, 10_700, 2.7);
    Look look = looks.getFirst();
    List<Double> values = List.of(1.0, 1.1, 1.2, 1.1, 1.0, 1.2);

    assertThat(look.usual().ofMean(values).orElseThrow().high())
        .isGreaterThan(Look.ONLY.usual().ofMean(values).orElseThrow().high());
    assertThat(p(look) * look.error() / 0.05)
        .isCloseTo(p(new Look(6, 6, 0.05, 0.05)), within(2e-5));
  }

  private double p(Look look) {
    return Double.parseDouble(evaluator(look).verdicts().get(0).found().replaceAll(".*; p ", ""));
  }

  private void doubt(int block) {
    runs.replaceAll(
        run ->
            run.block().equals(Integer.toString(block))
                ? new ClaimRun(run.setting(), run.measured(), Optional.of("the generator was late"))
                : run);
  }

  /**
   * @param noise in percent, by which the blocks of park differ
   */
  private void blocks(int count, double perSecond, double noise) {
    for (int block = 1; block <= count; block++) {
      add("lock", block, 10_000, false);
      add("lock", block, 10_000 * (1 + (twin[0] + NOISE[block - 1] * twin[1]) / 100), true);
      add("park", block, perSecond * (1 + NOISE[block - 1] * noise / 100), false);
    }
  }

  private void add(String queue, int block, double perSecond, boolean twin) {
    Map<String, String> setting = Map.of("queue", queue, "workers", "16", "connections", "new");
    ClaimRun run =
        new ClaimRun(
            ClaimRun.inBlock(setting, block, twin),
            new Measurements().of(queue, "threadpool").at(perSecond),
            Optional.empty());
    runs.add(run);
  }

  private DecidedClaims decided(int blocks) {
    return DecidedClaims.of(evaluator(after(blocks)), looks.getLast());
  }

  private Verdict verdict(int blocks) {
    return evaluator(after(blocks)).verdicts().get(0);
  }

  private Look after(int blocks) {
    return looks.stream().filter(look -> look.blocks() == blocks).findFirst().orElseThrow();
  }

  private Evaluator evaluator(Look look) {
    return new Evaluator(ExperimentReader.ofLab("handoff").claims(), 1, runs, look);
  }
}
