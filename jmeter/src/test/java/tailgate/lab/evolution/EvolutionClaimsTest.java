package tailgate.lab.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.jmeter.Load;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.summary.Claim;

class EvolutionClaimsTest {

  @Test
  void theSeedsOwnFiguresHold() {
    List<EvolutionResult> seed =
        List.of(
            result("singlethreaded", "none", 18, 0),
            result("threadpool", "none", 6, 0),
            result("virtual-threads", "none", 9, 0),
            result("virtual-threads", "caffeine", 6, 0));

    assertThat(new EvolutionClaims(Load.FULL, seed).all())
        .extracting(Claim::toString)
        .containsExactly(
            "all serve 166.7 requests a second, and none fails (004): HELD: 166.7 to 166.7 a"
                + " second, 0 failed",
            "without a cache one thread has 3 times the P99 of a pool (004: 18 against 6 ms): HELD:"
                + " 18.0 against 6.0 ms",
            "virtual threads with a cache have the P99 of a pool without one (004: 6 against 6 ms):"
                + " HELD: 6.0 against 6.0 ms",
            "a cache takes the tail from virtual threads (004: \"Heavy Tail? No\", no figure):"
                + " HELD: P99 6.0 against 9.0 ms");
  }

  @Test
  void aTickOfTheClockIsNoDifference() {
    List<EvolutionResult> results =
        List.of(
            result("singlethreaded", "none", 2, 1),
            result("threadpool", "none", 1, 0),
            result("virtual-threads", "none", 2, 0),
            result("virtual-threads", "caffeine", 1, 0));

    assertThat(new EvolutionClaims(Load.FULL, results).all())
        .extracting(Claim::answer)
        .containsExactly(
            Claim.Answer.NOT_HELD, Claim.Answer.NOT_HELD, Claim.Answer.HELD, Claim.Answer.NOT_HELD);
  }

  @Test
  void anotherLoadIsNotWhatTheSeedSpokeOf() {
    Load other = new Load(100, Duration.ofSeconds(1));

    assertThat(new EvolutionClaims(other, List.of(result("threadpool", "none", 1, 0))).all())
        .isEmpty();
  }

  private static EvolutionResult result(String stage, String cache, long p99Millis, long failed) {
    EvolutionRun run = new EvolutionRun(stage, cache);
    long p99 = p99Millis * 1_000;
    List<Long> none = List.of();
    return new EvolutionResult(
        run,
        true,
        7,
        new Measurement(
            run.name(),
            stage,
            166.7,
            new Figures(10_000, failed, 1_000, p99, p99, p99, p99, p99),
            Collections.nCopies(PercentileCurve.LEVELS.size(), 1_000L),
            0,
            60_000,
            new Timeline(100, none, none, none, none, none),
            null,
            ServerView.NOTHING));
  }
}
