package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tailgate.lab.compare.UserSamples.in;
import static tailgate.lab.compare.UserSamples.result;
import static tailgate.lab.compare.UserSamples.silent;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.claim.Verdict.Outcome;

class UserVerdictsTest {

  @Test
  void aThreadEachIsMeasuredAgainstOneThread() {
    List<VariantResult> results =
        List.of(
            in(
                "threads-text",
                result("singlethreaded", 500, false, 9.95, 8_840_000, 13_000_000, 0)),
            in(
                "threads-text",
                result("thread-per-request", 500, false, 4_778, 100_250, 110_000, 0)));

    assertThat(UserSamples.judged("slow-handler", UserSamples.tenBlocks(results)))
        .extracting(Verdict::toString)
        .containsExactly(
            "one thread answers 10 requests a second (threads text: 9.95): HELD: 9.95 [95 %"
                + " interval 9.95 to 9.95]; 10 blocks; noise floor 0.0 %; p < 0.00001",
            "a thread for each connection answers 480 times as much, in little more than 100 ms"
                + " (threads text: 4,778 a second, 100.25 ms): HELD: 4,778 a second, 480 times as"
                + " much [ratio 480.20, 95 % interval 480.20 to 480.20], in 100 ms on average [95 %"
                + " interval 100 ms to 100 ms]; 10 blocks; noise floor 0.0 %; p < 0.00001",
            "its latency has a deviation of 7 ms and a maximum of 0.3 s (threads text: 6.61 and"
                + " 307.25 ms): HELD: a deviation of 1.0 ms [95 % interval 1.0 ms to 1.0 ms], a"
                + " maximum of 110 ms; 10 blocks; noise floor 0.0 %; p < 0.00001");
  }

  @Test
  void oneThreadThatAnswersNobodyMakesNobodyFast() {
    List<VariantResult> results =
        List.of(
            in("threads-text", silent("singlethreaded", 500, false)),
            in(
                "threads-text",
                result("thread-per-request", 500, false, 4_778, 100_250, 110_000, 0)));

    assertThat(UserSamples.judged("slow-handler", UserSamples.tenBlocks(results)))
        .extracting(Verdict::toString)
        .allMatch(
            line ->
                line.contains("no block counts, 10 left out")
                    || line.contains("takes no")
                    || line.contains("a deviation of"))
        .contains(
            "threads-text: singlethreaded, 500 users, new connections, takes no part in a verdict"
                + " on speed: no request was answered, and so in 19 more blocks");
  }

  @Test
  void whoAnswersInTimeIsCountedUntilTheFirstThatDoesNot() {
    List<VariantResult> results =
        List.of(
            result("virtual-threads", 1_000, true, 990, 1_000_000, 1_010_000, 0),
            result("virtual-threads", 2_500, true, 2_490, 1_000_000, 1_400_000, 0),
            result("virtual-threads", 5_000, true, 4_000, 1_000_000, 1_600_000, 0),
            result("threadpool", 1_000, true, 100, 1_000_000, 1_400_000, 1),
            silent("adaptive-pool", 1_000, true));

    assertThat(UserSamples.judged("fan-out", results))
        .as("a run that fails is what is looked for, and left in")
        .extracting(Verdict::outcome, UserSamples::figures)
        .containsExactly(
            tuple(Outcome.OPEN, "up to 2,500 users"),
            tuple(Outcome.OPEN, "for none of these numbers of users"),
            tuple(Outcome.OPEN, "for none of these numbers of users"));
  }

  @Test
  void nothingIsSaidOfAHandlerOfSomebodysOwn() {
    VariantsPlan own = UserSamples.plan("fan-out", List.of(1_000), List.of("--handler", "Mine"));

    assertThat(own.question()).contains("answered by Mine").doesNotContain("333 ms");
    assertThat(own.variants().get(0).arguments()).containsExactly("--handler", "Mine");
    assertThat(
            new VariantsReport(own, List.of(result("threadpool", 1_000, true, 9.95, 1, 1, 0)))
                .judged())
        .isEmpty();
  }
}
