package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Optional;
import tailgate.lab.choose.GateFiles.Verdict;

/**
 * Says whether a server holds a rate that it has to hold. The climbs say it, unless the rate is
 * between one that held and one that failed, or unless the server failed as often as it held: then
 * steps at the rate itself decide.
 *
 * @param least the rate, in requests per second
 * @param row what was found out about the server
 */
record RateGate(double least, Row row, Objective objective) {

  /** So many steps at the rate itself are made, of which most decide. */
  static final int STEPS = 3;

  /** Returns whether the climbs do not say it, and the rate can be tried. */
  boolean isUndecided() {
    return !isHeldByClimbs() && !isAboveFailure() && least <= row.arm().limit();
  }

  private boolean isHeldByClimbs() {
    return least <= row.capacity().interval().low() && !row.failsBelow(objective);
  }

  private boolean isAboveFailure() {
    return !row.capacity().atLeast() && least > row.capacity().interval().high();
  }

  Verdict verdict() {
    List<Step> tried = tried();
    if (row.flaws(objective).contains(Flaw.CONTRADICTED)) {
      return Verdict.DOUBTED;
    }
    if (isHeldByClimbs()) {
      return Verdict.HELD;
    }
    if (tried.isEmpty() || FailedRequests.of(row, objective).areBelow()) {
      boolean isKnown = row.capacity().isNone() || isAboveFailure();
      return isKnown && row.flaws(objective).isEmpty() ? Verdict.NOT_HELD : Verdict.DOUBTED;
    }
    List<Step> failed = tried.stream().filter(step -> !step.holds(objective)).toList();
    if (2 * failed.size() < tried.size()) {
      return Verdict.HELD;
    }
    return failed.stream().allMatch(step -> step.isDoubtful(objective))
        ? Verdict.DOUBTED
        : Verdict.NOT_HELD;
  }

  /** Returns the steps at the rate itself. */
  private List<Step> tried() {
    return row.arms().stream()
        .flatMap(arm -> arm.steps().stream())
        .filter(step -> step.rate() == least)
        .toList();
  }

  /** Returns the answer as a sentence. */
  String words() {
    String rate = Capacity.rate(least) + " requests/s";
    return switch (verdict()) {
      case HELD -> "The %s that it has to hold are held%s.".formatted(rate, votes());
      case NOT_HELD -> "It does not hold the %s that it has to hold%s.".formatted(rate, votes());
      case DOUBTED ->
          "Whether it holds the %s that it has to hold is not known: %s."
              .formatted(rate, doubt().orElse("the generator itself was late"));
    };
  }

  private String votes() {
    List<Step> tried = tried();
    long held = tried.stream().filter(step -> step.holds(objective)).count();
    boolean isOfClimbs = tried.isEmpty() || isHeldByClimbs();
    return isOfClimbs ? "" : format(", in %d of %d steps at this rate", held, tried.size());
  }

  private Optional<String> doubt() {
    if (least > row.arm().limit()) {
      return Optional.of(
          "no more than %s/s may be sent".formatted(Capacity.rate(row.arm().limit())));
    }
    return row.failsBelow(objective)
        ? Optional.of("it failed as often as it held, at rates up to the highest that held")
        : row.flaws(objective).stream().map(Flaw::words).findFirst();
  }
}
