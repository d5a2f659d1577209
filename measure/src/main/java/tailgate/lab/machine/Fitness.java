package tailgate.lab.machine;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import tailgate.lab.load.Disturbance.Degree;
import tailgate.lab.load.Text;

/**
 * Whether this machine is fit to measure, and what would help.
 *
 * @param findings one for each thing that was looked at; none if nobody looked
 */
public record Fitness(List<Finding> findings) {

  /** The fitness if nobody looked. */
  public static final Fitness UNKNOWN = new Fitness(List.of());

  /**
   * One thing that was looked at.
   *
   * @param subject as {@code idle time}
   * @param degree how much it disturbs
   * @param figure what was seen
   * @param help what would help, as a sentence; empty if nothing is needed
   * @param mayPass whether it may be better in a minute
   */
  public record Finding(
      String subject, Degree degree, String figure, String help, boolean mayPass) {

    private String line() {
      String end = degree == Degree.NONE ? "" : help.isEmpty() ? "." : ". " + help;
      return subject + ": " + figure + end;
    }

    private String mark() {
      return switch (degree) {
        case NONE -> "ok      ";
        case SOME -> "noted   ";
        case TOO_MUCH -> "not ok  ";
      };
    }
  }

  public Fitness {
    findings = List.copyOf(findings);
  }

  /** Returns the degree of the worst finding. */
  public Degree degree() {
    return findings.stream()
        .map(Finding::degree)
        .max(Comparator.naturalOrder())
        .orElse(Degree.NONE);
  }

  /** Returns the degree of the worst finding that may be better in a minute. */
  Degree passing() {
    return new Fitness(findings.stream().filter(Finding::mayPass).toList()).degree();
  }

  public boolean isFit() {
    return degree() != Degree.TOO_MUCH;
  }

  /** Whether the machine may become fit by itself. */
  public boolean mayPass() {
    return findings.stream().allMatch(found -> found.mayPass || found.degree != Degree.TOO_MUCH);
  }

  /** Returns a paragraph that says why the machine is not fit, and what would help. */
  public String reason() {
    return "this machine is not fit to measure now. "
        + findings.stream()
            .filter(finding -> finding.degree == Degree.TOO_MUCH)
            .map(finding -> capital(finding.line()))
            .collect(joining(" "));
  }

  /** Returns the reason with what the user can say. */
  public String objection() {
    return reason()
        + " Or say "
        + (mayPass() ? "--on-busy wait to begin once it is, or " : "")
        + "--on-busy record to go on and have this in the report."
        + " \"./tailgate doctor\" repeats this check.";
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Says what disturbs, for a report; empty if nothing does. */
  public String words() {
    return findings.stream()
        .filter(finding -> finding.degree != Degree.NONE)
        .map(finding -> finding.subject + ": " + finding.figure)
        .collect(joining("; "));
  }

  /** Returns all findings and a conclusion, for a terminal. */
  public String page() {
    StringBuilder page = new StringBuilder();
    for (Finding finding : findings) {
      Text.paragraph(page, finding.mark(), finding.line());
    }
    if (findings.isEmpty()) {
      return "This system does not say what its processors do, so nobody can tell.";
    }
    return page
        + switch (degree()) {
          case NONE -> "This machine is fit to measure.";
          case SOME -> "This machine is fit to measure; reports name what is noted.";
          case TOO_MUCH -> "This machine is not fit to measure.";
        };
  }
}
