package tailgate.lab.change;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.choose.GateFiles;
import tailgate.lab.choose.GateFiles.GateAnswer;
import tailgate.lab.claim.Verdict;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.compare.VariantResult;
import tailgate.lab.compare.VariantsExperiment;
import tailgate.lab.compare.VariantsReport;
import tailgate.lab.load.Text;
import tailgate.lab.results.Archive.Failure;

/**
 * Says in plain words whether a change made a server worse: surely if a claim of {@code
 * change.yaml} is not held, and surely not if the first one, which is about the tail, is held and
 * no other is not.
 *
 * @param files that the user wants beside the report
 * @param console gets the answer, below the report
 */
public record ChangeGate(ChangePlan plan, GateFiles files, PrintWriter console)
    implements VariantsExperiment.Gate {

  /** A server fails if it fails more than one of so many requests, as in the claim. */
  private static final long REQUESTS_PER_FAILURE = 1_000;

  private static List<Verdict> claims(VariantsReport report) {
    return report.judged().stream().filter(claim -> claim.outcome() != Outcome.OPEN).toList();
  }

  static GateFiles.Verdict verdict(VariantsReport report) {
    List<Outcome> outcomes = claims(report).stream().map(Verdict::outcome).toList();
    if (failsBefore(report)) {
      return GateFiles.Verdict.DOUBTED;
    }
    if (outcomes.contains(Outcome.NOT_HELD)) {
      return GateFiles.Verdict.NOT_HELD;
    }
    boolean isTailHeld = !outcomes.isEmpty() && outcomes.getFirst() == Outcome.HELD;
    return isTailHeld ? GateFiles.Verdict.HELD : GateFiles.Verdict.DOUBTED;
  }

  /** Returns whether base fails requests, too: then nobody knows what the change has done. */
  private static boolean failsBefore(VariantsReport report) {
    return report.results().stream()
        .filter(result -> result.run().variant().equals(ChangePlan.BASE))
        .map(VariantResult::measured)
        .anyMatch(run -> run.figures().failed() * REQUESTS_PER_FAILURE > run.requests());
  }

  /** Returns the answer; without any claim the reasons why nothing is known. */
  GateAnswer answer(VariantsReport report, List<Failure> failures) {
    GateFiles.Verdict verdict = verdict(report);
    String word =
        switch (verdict) {
          case HELD -> "NOT WORSE";
          case NOT_HELD -> "WORSE";
          case DOUBTED -> "NOT KNOWN";
        };
    List<Verdict> claims = claims(report);
    Stream<String> why =
        claims.isEmpty()
            ? failures.stream().map(Failure::reason).distinct()
            : Stream.concat(
                claims.stream().map(ChangeGate::sentence),
                failsBefore(report) ? Stream.of("Requests to base fail, too.") : Stream.empty());
    String words =
        "**%s**: `%s` after `%s`, %s. %s"
            .formatted(
                word, plan.head(), plan.base(), plan.asked(), why.collect(Collectors.joining(" ")));
    return new GateAnswer(plan.asked(), "head is not worse than base", verdict, words);
  }

  /** Returns a figure with what is known of it, and how surely. */
  private static String sentence(Verdict claim) {
    String known =
        switch (claim.outcome()) {
          case HELD -> "not worse, sure";
          case NOT_HELD -> "worse, sure";
          case INCONCLUSIVE -> "not sure";
          case FIRST_IMPRESSION, OPEN -> "measured, not tested";
        };
    return "%s %s: %s.".formatted(claim.about(), known, claim.found());
  }

  @Override
  public void publish(VariantsReport report, List<Failure> failures) throws IOException {
    GateAnswer answer = answer(report, failures);
    files.write(answer);
    StringBuilder text = new StringBuilder("\n");
    Text.paragraph(text, "", answer.words().replace("*", "").replace("`", ""));
    console.print(text);
    console.flush();
  }

  @Override
  public int exitCode(VariantsReport report) {
    return verdict(report).exitCode();
  }
}
