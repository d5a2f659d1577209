package tailgate.lab.claim;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.stream.Collectors;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;

/**
 * Our answer to a claim or a question.
 *
 * @param about the claim and, where it has several verdicts, the runs that this one is about
 * @param found our figures in words
 */
public record Verdict(String about, Outcome outcome, String found) {

  /** What a verdict can say. */
  public enum Outcome {
    HELD("good", "HELD: "),
    NOT_HELD("bad", "not held: "),
    /** Nothing was claimed, or our figures do not tell. */
    OPEN("open", "");

    private final String mood;
    private final String prefix;

    Outcome(String mood, String prefix) {
      this.mood = mood;
      this.prefix = prefix;
    }
  }

  /** When a claim is held, for the remarks of a report. */
  public static final String RULE =
      "A claim about a difference is held if at least 80 % of the difference is seen: 2.6 times, if"
          + " 3 times was claimed. A claim about a level, such as 10 answers a second, is held from"
          + " 80 to 125 % of it. A claim without such a figure (most at 16 users, less than 20 ms)"
          + " is held as it is worded. A run that answered nothing, or in which more than one"
          + " request in a thousand failed, takes no part in a verdict on speed. docs/origins.md"
          + " describes the works in brackets.";

  /**
   * When a claim of "slightly faster" is held. At 16 workers the origin's medians were 14 % apart.
   */
  public static final String SLIGHTLY_RULE =
      "A claim of \"slightly faster\" is held if it is faster in each trial, and by 15 % or less in"
          + " the median: at 16 workers the medians of the futex study are 14 % apart.";

  static Verdict open(String about, String found) {
    return new Verdict(about, Outcome.OPEN, found);
  }

  /** The figures alone. Nothing changes if there is no verdict. */
  public Verdict withheld(String because) {
    return outcome == Outcome.OPEN
        ? this
        : open(about, "no verdict, because %s; %s".formatted(because, found));
  }

  /** Names each run whose generator fell behind. */
  public static List<Verdict> leftOut(List<Measurement> all) {
    return all.stream()
        .filter(run -> !Observation.generatorKeptUp(run))
        .map(run -> open(run.name() + ", takes no part in a verdict", "the generator fell behind"))
        .toList();
  }

  /** Names each run that says nothing about speed. */
  static List<Verdict> silent(List<Measurement> all) {
    return all.stream()
        .filter(run -> !Observation.showsSpeed(run))
        .map(run -> open(run.name() + ", takes no part in a verdict on speed", failures(run)))
        .toList();
  }

  private static String failures(Measurement run) {
    return run.figures().count() == 0
        ? "no request was answered"
        : format("%,d of %,d requests failed", run.figures().failed(), run.requests());
  }

  /** A line of Markdown for each; empty if there are none. */
  public static String lines(List<Verdict> verdicts) {
    return verdicts.stream().map("- %s%n"::formatted).collect(Collectors.joining());
  }

  public HtmlReport.Answer onPage() {
    return onPage(about);
  }

  /** The same under another title. */
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
