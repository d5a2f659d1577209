package tailgate.lab.summary;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;

/**
 * Something that has been said elsewhere, and what our figures say of it.
 *
 * @param words what was said, and where
 * @param found our figures of it
 */
public record Claim(String words, Answer answer, String found) {

  /** What a verdict can say. */
  public enum Answer {
    HELD("good"),
    NOT_HELD("bad"),
    /** Nothing was claimed, or there are no figures that tell. */
    OPEN("open");

    private final String mood;

    Answer(String mood) {
      this.mood = mood;
    }

    /** For a page. */
    public String mood() {
      return mood;
    }
  }

  /** What verdicts ask for, in words. */
  public static final String RULE =
      "A claim of a difference is held if at least 80 % of it is seen: of 3 times as much, 2.6"
          + " times. One of a level, as 10 answers a second, is held from 80 to 125 % of it. One"
          + " without such a figure (most at 16 users, less than 20 ms) is held as it is worded. A"
          + " run that answered nothing, or in which more than one request in a thousand failed,"
          + " has no part in a verdict on speed.";

  /**
   * So much of a difference that somebody has seen is enough to have seen it too: another machine
   * has other figures.
   */
  private static final double ENOUGH = 0.8;

  /** With more failures among its requests than one in so many a run says nothing of speed. */
  private static final long REQUESTS_TO_A_FAILURE = 1_000;

  /** With a verdict. */
  public static Claim of(String words, boolean held, String found) {
    return new Claim(words, held ? Answer.HELD : Answer.NOT_HELD, found);
  }

  /** A question that nobody has answered before. */
  public static Claim question(String words, String found) {
    return new Claim(words, Answer.OPEN, found);
  }

  /**
   * Whether enough of a difference is there. Of the difference, not of the factor: 80 % of "3 times
   * as much" would be 2.4 times, and of "1.1 times as much" it would be less.
   *
   * @param ours a factor that we have seen, above 0
   * @param theirs the factor that was claimed; below 1 if it was of less
   */
  public static boolean reaches(double ours, double theirs) {
    double enough = 1 + ENOUGH * (theirs - 1);
    return theirs > 1 ? ours >= enough : ours <= enough;
  }

  /** Whether ours is at the level of theirs, which was compared with nothing. */
  public static boolean isAbout(double ours, double theirs) {
    return ours >= theirs * ENOUGH && ours <= theirs / ENOUGH;
  }

  /** Whether a run may have a part in a verdict: one whose generator fell behind may not. */
  public static boolean counts(Measurement measured) {
    return measured.health() == null || !measured.health().fellBehind();
  }

  /**
   * Whether a run may have a part in a verdict on how fast its server is. Percentiles of no answers
   * are 0, which is not fast; and who turns requests away has time for the others.
   */
  public static boolean speaks(Measurement measured) {
    Figures figures = measured.figures();
    return figures.count() > 0 && figures.failed() * REQUESTS_TO_A_FAILURE <= measured.requests();
  }

  /** The same without its verdict, unless all runs that it is made from count. */
  public Claim from(List<Measurement> runs) {
    return runs.stream().allMatch(Claim::counts)
        ? this
        : withoutVerdict("the generator fell behind");
  }

  /** The figures alone. Nothing changes if there was no verdict. */
  public Claim withoutVerdict(String because) {
    return answer == Answer.OPEN
        ? this
        : question(words, "no verdict, because %s; %s".formatted(because, found));
  }

  /** A word on each run that does not count. */
  public static List<Claim> leftOut(List<Measurement> all) {
    return all.stream()
        .filter(measured -> !counts(measured))
        .map(
            measured ->
                question(
                    measured.name() + ", takes no part in a verdict", "the generator fell behind"))
        .toList();
  }

  /** A word on each run that does not speak. */
  public static List<Claim> silent(List<Measurement> all) {
    return all.stream()
        .filter(measured -> !speaks(measured))
        .map(
            measured ->
                question(
                    measured.name() + ", takes no part in a verdict on speed", failures(measured)))
        .toList();
  }

  private static String failures(Measurement measured) {
    Figures figures = measured.figures();
    return figures.count() == 0
        ? "no request was answered"
        : String.format(
            Locale.ROOT, "%,d of %,d requests failed", figures.failed(), measured.requests());
  }

  /** A line of Markdown for each; empty if there are none. */
  public static String lines(List<Claim> claims) {
    return claims.stream().map("- %s%n"::formatted).collect(Collectors.joining());
  }

  /** For a page. */
  public HtmlReport.Answer onPage() {
    return new HtmlReport.Answer(words, answer.mood(), verdict());
  }

  private String verdict() {
    return switch (answer) {
      case HELD -> "HELD: " + found;
      case NOT_HELD -> "not held: " + found;
      case OPEN -> found;
    };
  }

  @Override
  public String toString() {
    return words + ": " + verdict();
  }
}
