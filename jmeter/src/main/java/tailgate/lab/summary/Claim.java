package tailgate.lab.summary;

import java.util.List;
import java.util.stream.Collectors;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.Page;

/**
 * Something that has been said elsewhere, and what our figures say of it.
 *
 * @param words what was said, and where
 * @param found our figures of it
 */
public record Claim(String words, Answer answer, String found) {

  /** What a verdict can say. */
  public enum Answer {
    HELD,
    NOT_HELD,
    /** Nothing was claimed. */
    OPEN
  }

  /**
   * So much of a difference that somebody has seen is enough to have seen it too: another machine
   * has other figures.
   */
  public static final double ENOUGH = 0.8;

  /** With a verdict. */
  public static Claim of(String words, boolean held, String found) {
    return new Claim(words, held ? Answer.HELD : Answer.NOT_HELD, found);
  }

  /** A question that nobody has answered before. */
  public static Claim question(String words, String found) {
    return new Claim(words, Answer.OPEN, found);
  }

  /** Whether a run may have a part in a verdict: one whose generator fell behind may not. */
  public static boolean counts(Measurement measured) {
    return measured.health() == null || !measured.health().fellBehind();
  }

  /** The same without its verdict, unless all runs that it is made from count. */
  public Claim from(List<Measurement> runs) {
    return runs.stream().allMatch(Claim::counts)
        ? this
        : question(words, "no verdict, because the generator fell behind; " + found);
  }

  /** A word on each run that has none. */
  public static List<Claim> leftOut(List<Measurement> all) {
    return all.stream()
        .filter(measured -> !counts(measured))
        .map(
            measured ->
                question(
                    measured.name() + ", takes no part in a verdict", "the generator fell behind"))
        .toList();
  }

  /** A line of Markdown for each; empty if there are none. */
  public static String lines(List<Claim> claims) {
    return claims.stream().map("- %s%n"::formatted).collect(Collectors.joining());
  }

  /** For a page. */
  public Page.Answer onPage() {
    String mood =
        switch (answer) {
          case HELD -> "good";
          case NOT_HELD -> "bad";
          case OPEN -> "open";
        };
    return new Page.Answer(words, mood, verdict());
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
