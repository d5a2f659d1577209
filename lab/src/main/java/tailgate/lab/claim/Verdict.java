package tailgate.lab.claim;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;

/**
 * The answer that our runs give to a claim or a question.
 *
 * @param about the claim and, where it has several verdicts, the runs that this one is about
 * @param found our figures in words
 */
public record Verdict(String about, Outcome outcome, String found) {

  /** An answer that a verdict can give. */
  public enum Outcome {
    /** The whole interval is where the claim says. */
    HELD("good", "HELD: "),
    /** The whole interval is elsewhere. */
    NOT_HELD("bad", "NOT HELD: "),
    /** The figures do not tell whether the claim holds. */
    INCONCLUSIVE("open", "INCONCLUSIVE: "),
    /** There are figures, of fewer blocks than a verdict needs: a short form asked for no more. */
    FIRST_IMPRESSION("open", "FIRST IMPRESSION: "),
    /** Nothing was claimed, so nothing is judged. */
    OPEN("open", "");

    private final String mood;
    private final String prefix;

    Outcome(String mood, String prefix) {
      this.mood = mood;
      this.prefix = prefix;
    }

    boolean isDecided() {
      return this == HELD || this == NOT_HELD;
    }
  }

  /** What is found if all runs are in doubt begins with this. */
  public static final String NO_BLOCK = "no block counts";

  /** This remark of a report says when a claim is held. */
  public static final String RULE =
      "A claim is HELD or NOT HELD only if the whole 95 % interval over at least ten blocks (six if"
          + " the run can end early) says so, by the bootstrap and by Student's t, and the A/A arm"
          + " does not differ from itself at these loads; else it is INCONCLUSIVE, or a FIRST"
          + " IMPRESSION if fewer blocks were made (docs/method.md). A claim about a difference"
          + " needs 80 % of the difference: 2.6 times, if 3 times was claimed. A claim about a"
          + " level, such as 10 answers a second, needs 80 to 125 % of it. A claim without such a"
          + " figure (most at 16 users, less than 20 ms) is judged as it is worded; \"no longer\""
          + " allows for 10 %. A share of requests is judged by what so few losses leave possible,"
          + " a maximum by the largest of all blocks. A run that answered nothing, or in which more"
          + " than one request in a thousand failed, takes no part in a verdict on speed. Each"
          + " verdict is that of this run alone: docs/verdicts.md corrects those of all committed"
          + " runs for their number, so a few are INCONCLUSIVE there. docs/origins.md describes the"
          + " works in brackets.";

  static Verdict inconclusive(String about, String found) {
    return new Verdict(about, Outcome.INCONCLUSIVE, found);
  }

  /**
   * Names the results that take no part in a verdict.
   *
   * @param name returns the name of a result
   * @param objection says why a result takes no part; empty if it does
   */
  public static <R> List<Verdict> leftOut(
      List<R> all, Function<R, String> name, Function<R, Optional<String>> objection) {
    return once(all, name, objection, ", takes no part in a verdict");
  }

  /** Names the runs that say nothing about speed. */
  static List<Verdict> silent(List<Measurement> all) {
    return once(
        all,
        Measurement::name,
        run -> ClaimRun.showsSpeed(run) ? Optional.empty() : Optional.of(failures(run)),
        ", takes no part in a verdict on speed");
  }

  /** Returns a line for each point, whatever the number of its blocks. */
  private static <R> List<Verdict> once(
      List<R> all, Function<R, String> name, Function<R, Optional<String>> reason, String what) {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    for (R run : all) {
      reason
          .apply(run)
          .ifPresent(
              why -> reasons.computeIfAbsent(name.apply(run), n -> new ArrayList<>()).add(why));
    }
    return reasons.entrySet().stream()
        .map(
            e ->
                new Verdict(
                    e.getKey() + what,
                    Outcome.OPEN,
                    e.getValue().get(0)
                        + (e.getValue().size() == 1
                            ? ""
                            : format(", and so in %d more blocks", e.getValue().size() - 1))))
        .toList();
  }

  /** Returns what the A/A arm says, in Markdown; empty if there is none. */
  public static String noise(List<String> lines) {
    return lines.isEmpty()
        ? ""
        : "\n"
            + "The A/A arm, the same server twice in each block, as the 95 % interval of the"
            + " ratio, and the noise floor:\n\n"
            + lines.stream().map("- %s%n"::formatted).collect(Collectors.joining());
  }

  private static String failures(Measurement run) {
    return run.figures().count() == 0
        ? "no request was answered"
        : format("%,d of %,d requests failed", run.figures().failed(), run.requests());
  }

  /** Returns a line of Markdown for each verdict; empty if there are none. */
  public static String lines(List<Verdict> verdicts) {
    return verdicts.stream().map("- %s%n"::formatted).collect(Collectors.joining());
  }

  public HtmlReport.Answer onPage() {
    return onPage(about);
  }

  /** Returns the answer for a page, with another title than the claim. */
  public HtmlReport.Answer onPage(String title) {
    return new HtmlReport.Answer(title, outcome.mood, text());
  }

  private String text() {
    return outcome.prefix + found;
  }

  @Override
  public String toString() {
    return about + ": " + text();
  }
}
